import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @returns {string | undefined} An installed Chromium-based browser.
 */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = [...NAMES.flatMap(name => folders.map(folder => join(folder, name))), ...PATHS];
  return paths.find(path => existsSync(path));
}

/** To run without a screen and without network traffic. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
