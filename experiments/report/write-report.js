import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../../src/errors.js';
import { quoteName } from '../../src/printable.js';
import { chartFiles } from './charts/chart-files.js';
import { htmlPage } from './html.js';
import { markdownPage } from './markdown.js';
import { reportOf } from './report.js';

/** @import { Results } from '../results.js' */
/** @import { Content } from './content.js' */
/** @import { Report } from './report.js' */

/**
 * Writes the results, charts and pages to a new folder, which then replaces an earlier report, all or nothing.
 *
 * @param {Results} results
 * @param {string} folder
 * @returns {Promise<Report>}
 */
export async function writeReport(results, folder) {
  const report = reportOf(results);
  await writeContent(report, folder);
  return report;
}

/**
 * The same for any experiment.
 *
 * @param {Content} content
 * @param {string} folder
 * @returns {Promise<void>}
 */
export async function writeContent(content, folder) {
  const files = filesOf(content);
  await refuseOthers(folder);
  const [fresh, old] = ['new', 'old'].map(word => join(dirname(folder), `.${word}-report-${process.pid}`));
  try {
    await mkdir(join(fresh, 'charts'), { recursive: true });
    for (const [name, text] of files) await writeFile(join(fresh, name), text);
    await rename(folder, old).catch(ignoreMissing);
    await rename(fresh, folder);
  } catch (error) {
    await rename(old, folder).catch(ignoreMissing);
    throw error;
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

/**
 * Refuses a folder with other files, which the report would delete. Also called before hours of measuring.
 *
 * @param {string} folder
 * @throws {UsageError} `usage/folder`: it is a file, or a folder with anything but a report.
 */
export async function refuseOthers(folder) {
  const names = await readdir(folder).catch(error => {
    if (error.code !== 'ENOTDIR') return ignoreMissing(error);
    throw new UsageError('usage/folder', `${quoteName(folder)} is no folder; name a new one for the report`);
  });
  const other = names?.find(name => !REPORT_NAMES.has(name));
  if (other === undefined) return;
  throw new UsageError(
    'usage/folder',
    `the folder ${quoteName(folder)} holds ${quoteName(other)}, which is no part of a report; name a new folder, or an earlier report's`,
  );
}

/**
 * @param {Content} content
 * @returns {Map<string, string>} By path in the folder.
 */
export function filesOf(content) {
  return new Map([
    ['results.json', `${JSON.stringify(content.results)}\n`],
    ['report.md', markdownPage(content)],
    ['report.html', htmlPage(content)],
    ...chartFiles(content.charts),
  ]);
}

/** @param {NodeJS.ErrnoException} error */
function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}

const REPORT_NAMES = new Set(['results.json', 'report.md', 'report.html', 'charts']);
