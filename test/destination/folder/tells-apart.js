import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Whether two names are two files in this machine's temporary folder.
 *
 * @param {string} one
 * @param {string} other
 */
export async function tellsApart(one, other) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-names-'));
  try {
    await writeFile(join(folder, one), '');
    return await access(join(folder, other)).then(
      () => false,
      () => true,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
