import { findProgram } from './programs.js';

/**
 * The commands that install missing tools.
 *
 * @param {Iterable<string>} tools Programs and Python modules.
 * @param {(name: string) => Promise<string | null>} [find]
 * @returns {Promise<string[]>} Commands.
 */
export async function installCommands(tools, find = findProgram) {
  const manager = (await find('apt-get')) === null && (await find('brew')) !== null ? 'brew' : 'apt';
  /** @type {Map<string, string[]>} */
  const packages = new Map();
  for (const tool of new Set(tools)) {
    const [by, name] = packageOf(tool, manager);
    packages.set(by, [...(packages.get(by) ?? []), name]);
  }
  return ORDER.flatMap(by => {
    const names = packages.get(by);
    return names === undefined ? [] : [COMMANDS[by](names.join(' '))];
  });
}

/**
 * @param {string} tool
 * @param {'apt' | 'brew'} manager
 * @returns {[by: keyof typeof COMMANDS, name: string]}
 */
function packageOf(tool, manager) {
  const known = PACKAGES.get(tool);
  if (known?.[manager] !== undefined) return [manager, known[manager]];
  if (known?.cargo !== undefined) return ['cargo', known.cargo];
  return known?.pip !== undefined ? ['pip', known.pip] : [manager, tool];
}

/** @type {Map<string, { apt?: string, brew?: string, pip?: string, cargo?: string }>} */
const PACKAGES = new Map([
  ['igzip', { apt: 'isal', brew: 'isa-l' }],
  ['mlr', { apt: 'miller', brew: 'miller' }],
  ['xsv', { cargo: 'xsv' }],
  ['qsv', { brew: 'qsv', cargo: 'qsv --features all_features' }],
  ['stream-unzip', { pip: 'stream-unzip' }],
  ['duckdb', { brew: 'duckdb', pip: 'duckdb' }],
]);

const COMMANDS = {
  apt: (/** @type {string} */ names) => `sudo apt-get install ${names}`,
  brew: (/** @type {string} */ names) => `brew install ${names}`,
  // In a virtual environment, because many systems refuse pip outside one.
  pip: (/** @type {string} */ names) =>
    `python3 -m venv data/python && data/python/bin/pip install ${names} && export PATH="$PWD/data/python/bin:$PATH"`,
  cargo: (/** @type {string} */ names) => `cargo install --locked ${names}`,
};
const ORDER = /** @type {(keyof typeof COMMANDS)[]} */ (['apt', 'brew', 'pip', 'cargo']);
