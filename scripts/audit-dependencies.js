import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { printable } from '../src/printable.js';

/**
 * Asks `npm audit` for advisories against the locked packages. npm's exit code does not distinguish advisories from a
 * failed request; here only advisories are a failure, because a registry mirror may not serve them.
 *
 * @returns {Promise<{ passed: boolean, lines: string[] }>}
 */
async function audit() {
  const printed = await runNpm(['audit', '--json', '--fetch-retries=1', '--fetch-timeout=30000']);
  if (printed === '') return { passed: true, lines: ['not audited, since npm gave no answer in time'] };
  const report = JSON.parse(printed);
  if (report.vulnerabilities) return judge(Object.values(report.vulnerabilities));
  // The registry's refusal has a message; npm's own errors (no lock, no such option) have none.
  if (typeof report.message !== 'string') throw new Error(`npm audit failed: ${JSON.stringify(report)}`);
  return { passed: true, lines: [`not audited, since the registry gives no advisories: ${report.message}`] };
}

/** @param {{ name: string, severity: string, via: (string | { title: string, url: string })[] }[]} found */
function judge(found) {
  if (found.length === 0) return { passed: true, lines: ['no advisory is known for what is locked'] };
  const lines = found.map(({ name, severity, via }) => {
    const reasons = via.map(reason => (typeof reason === 'string' ? reason : `${reason.title} (${reason.url})`));
    return `${name}: ${severity}: ${reasons.join(', ')}`;
  });
  return { passed: false, lines: [...lines, 'update the package, or the one that depends on it'] };
}

/**
 * @param {string[]} args
 * @returns {Promise<string>} Its standard output, whatever its exit code.
 */
async function runNpm(args) {
  const npm = spawn('npm', args, {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 120_000,
  });
  const failed = new Promise((_, reject) => npm.once('error', reject));
  return Promise.race([text(npm.stdout), failed]);
}

const { passed, lines } = await audit();
for (const line of lines) process.stdout.write(`${printable(line)}\n`);
process.exitCode = passed ? 0 : 1;
