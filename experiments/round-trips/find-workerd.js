import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';

/**
 * Finds the program that npm's `workerd` installs, without its install script.
 *
 * @returns {{ program: string, version: string } | null} null if there is none for this machine.
 */
export function findWorkerd() {
  const name = `@cloudflare/workerd-${platform()}-${arch() === 'x64' ? '64' : arch()}`;
  const require = createRequire(import.meta.url);
  try {
    return { program: require.resolve(`${name}/bin/workerd`), version: require('workerd/package.json').version };
  } catch {
    return null;
  }
}
