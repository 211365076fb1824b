import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The Python into which `npm run setup:sam` installs SAM and moto. */
export const PYTHON = fileURLToPath(new URL('../../.sam/bin/python', import.meta.url));
const MOTO = fileURLToPath(new URL('../../.sam/bin/moto_server', import.meta.url));

if (!existsSync(PYTHON) || !existsSync(MOTO)) {
  throw new Error('SAM CLI and moto are not in .sam/; "npm run setup:sam" installs them');
}
