import { writeFileSync } from 'node:fs';

/** A campaign with every kind of trouble, for the test of the pool. */
export const name = 'troubles';

/** @param {number} seed */
export async function tryCase(seed) {
  if (seed === 3) hang();
  if (seed === 104) process.abort();
  if (seed === 205) Promise.reject(new Error('nobody handles this'));
  if (seed === 306) throw Object.assign(new Error('wrong bytes'), { input: Buffer.from('the input') });
  return { category: 'a category', outcome: 'right' };
}

function hang() {
  const { TROUBLES_HANG } = process.env;
  if (TROUBLES_HANG) writeFileSync(TROUBLES_HANG, '');
  for (;;);
}
