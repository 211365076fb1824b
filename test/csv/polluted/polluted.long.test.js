import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drawsAll } from '../../support/cases.js';
import { pollutedFiles } from './polluted-files.js';
import { processFiles } from './process-files.js';
import { realFiles } from './real-files.js';
import { judge, losesEverything, scoresOf } from './report.js';

/** @import { PollutedFile } from './polluted-files.js' */

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));

/** @type {[csv: object, least: { simple?: number, weighted?: number, real: number }][]} */
const RECIPES = [
  [{}, { real: 9.05 }],
  [
    { header: 'auto', ragged: 'pad' },
    { simple: 9.965, weighted: 9.65, real: 9.2 },
  ],
  [{ header: 'auto', badRecords: 'keep' }, { real: 9.2 }],
];

for (const [csv, { simple: leastSimple, weighted: leastWeighted, real }] of RECIPES) {
  suite(`with ${JSON.stringify(csv)}`, { concurrency: false }, () => {
    if (leastSimple !== undefined && leastWeighted !== undefined) {
      test('every polluted file comes out as it is meant, or nearly, and none loses all its records', async () => {
        const { simple, weighted, lost } = await measure(pollutedFiles().filter(isDrawn), csv);
        assert.deepEqual(lost, []);
        assert.ok(simple >= leastSimple, `simple score ${simple}`);
        assert.ok(weighted >= leastWeighted, `weighted score ${weighted}`);
      });
    }

    test('so do miniatures of real files', async () => {
      const { simple, lost } = await measure(realFiles(), csv);
      assert.deepEqual(lost, []);
      assert.ok(simple >= real, `score ${simple}`);
    });
  });
}

/**
 * Unless all cases are drawn, of the files with one broken row those are tried whose row is the header or every tenth record.
 *
 * @param {PollutedFile} file
 */
function isDrawn(file) {
  const row = brokenRow(file);
  return drawsAll || row === 0 || row % EVERY === Number(process.env.TEST_SEED ?? 1) % EVERY;
}

/** @param {Pick<PollutedFile, 'name'>} file */
function brokenRow({ name }) {
  return Number(/\/row (\d+)/.exec(name)?.[1] ?? 0);
}

const EVERY = 10;

/**
 * @param {PollutedFile[]} files
 * @param {object} csv
 */
async function measure(files, csv) {
  const processed = await processFiles(files, { ...csv, output: { delimiter: ',' } }, CHECKOUT);
  const judged = files.map((file, index) => judge(file, processed[index]));
  const lost = judged.filter(losesEverything);
  // A record that is drawn stands for ten.
  const all = judged.flatMap(one => Array(drawsAll || brokenRow(one.file) === 0 ? 1 : EVERY).fill(one));
  return { ...scoresOf(all), lost: lost.map(({ file }) => file.name) };
}
