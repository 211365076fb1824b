import { readOutput, scoreOf } from './score.js';

/** @import { PollutedFile } from './polluted-files.js' */
/** @import { Processed } from './process-files.js' */

/** @typedef {{ file: Pick<PollutedFile, 'kind' | 'name' | 'weight'>, score: number, processed: Processed, rows: number }} Judged `rows`: what the output has. */

/**
 * @param {PollutedFile} file
 * @param {Processed} processed
 * @returns {Judged}
 */
export function judge(file, processed) {
  const { output } = processed;
  const got = output && readOutput(output);
  return { file, processed, score: scoreOf(file.expected, got), rows: got?.length ?? 0 };
}

/**
 * Whether the entry counts as written although each record was bad and is missing.
 *
 * @param {Judged} judged
 */
export function losesEverything({ processed: { output, records }, rows }) {
  return output !== null && records.bad > 0 && records.bad === records.read && rows <= 1;
}

/** @param {readonly Judged[]} judged */
export function scoresOf(judged) {
  return {
    simple: mean(judged.map(({ score }) => [1, score])),
    weighted: mean(judged.map(({ score, file }) => [file.weight, score])),
  };
}

/** @param {readonly Judged[]} judged */
export function describeRun(judged) {
  const { simple, weighted } = scoresOf(judged);
  const lost = judged.filter(losesEverything);
  const names = lost.length > 0 ? ` (${lost.slice(0, 5).map(({ file }) => file.name)})` : '';
  return (
    `${judged.length} files: simple ${simple.toFixed(3)}, weighted ${weighted.toFixed(3)}; ` +
    `failed ${judged.filter(({ processed }) => processed.output === null).length}, ` +
    `successes with all records bad ${lost.length}${names}`
  );
}

/**
 * @param {readonly Judged[]} judged
 * @param {boolean} byFile Whether each file that loses something has a row, instead of each class.
 */
export function tableOf(judged, byFile) {
  const rows = byFile
    ? judged.filter(({ score }) => score < 9.9995).map(one => [one])
    : [...Map.groupBy(judged, ({ file }) => file.kind).values()];
  const lines = rows.map(row => {
    const [worst] = row.toSorted((a, b) => a.score - b.score);
    const score = mean(row.map(({ score }) => [1, score]));
    const lost = row.reduce((sum, { score, file }) => sum + (10 - score) * file.weight, 0);
    const failed = row.filter(({ processed }) => processed.output === null).length;
    const { bad, skipped = 0 } = worst.processed.records ?? {};
    const cells = [
      worst.file.kind,
      row.length,
      score.toFixed(3),
      lost.toFixed(1),
      failed,
      worst.score < 9.9995 ? `${worst.file.name} (${worst.score.toFixed(2)})` : '',
      worst.processed.error ?? `${bad}, ${skipped}`,
      dialectText(worst.processed.dialect),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| class | files | score | weighted loss | failed | worst file | its error, or bad and skipped | its dialect |',
    '|---|--:|--:|--:|--:|---|---|---|',
    ...lines,
  ].join('\n');
}

/** @param {readonly [weight: number, value: number][]} values */
function mean(values) {
  const weights = values.reduce((sum, [weight]) => sum + weight, 0);
  return values.reduce((sum, [weight, value]) => sum + weight * value, 0) / weights;
}

/**
 * What a dialect says beyond RFC 4180 in UTF-8.
 *
 * @param {any} dialect
 */
function dialectText(dialect) {
  if (!dialect) return '';
  const said = Object.entries(dialect).filter(([key, value]) => PLAIN.get(key) !== JSON.stringify(value));
  return said
    .map(([key, value]) => `${key} ${JSON.stringify(value)}`)
    .join(', ')
    .replaceAll('|', '\\|');
}

const PLAIN = new Map([
  ['encoding', '"utf-8"'],
  ['delimiter', '","'],
  ['quote', '"\\""'],
  ['escape', '"double"'],
  ['spaces', 'false'],
  ['skipLines', '0'],
  ['headerRows', '1'],
  ['comments', 'null'],
  ['trailingDelimiter', 'false'],
  ['lineEnds', '["lf"]'],
]);
