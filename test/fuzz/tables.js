import { AssertionError } from 'node:assert/strict';
import { drawEveryday } from '../csv/truth/draw-everyday.js';
import { drawRule } from '../csv/truth/draw-rule.js';
import { drawTable } from '../csv/truth/draw-table.js';
import { judgeTable } from '../csv/truth/judge-table.js';
import { randomOf } from '../support/random.js';

export const name = 'tables';

/**
 * Draws a table of which everything is known, and a rule that protects a column of it, and judges what comes out.
 *
 * @param {number} seed 32 bits. It decides everything.
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {AssertionError} The result is wrong, and nothing says so. It has the text as `input`.
 */
export async function tryCase(seed) {
  const random = randomOf(seed);
  const table = random.chance(0.5) ? drawEveryday(random) : drawTable(random);
  const { title, rule } = drawRule(random, table);
  const { verdict, why } = await judgeTable(table, rule);
  const category = table.kinds.join(', ') || 'plain';
  if (verdict !== 'wrong') return { category, outcome: describe(verdict, why, table.isDoubtful) };
  const message = `tables, seed ${seed}: ${why} (${category}; ${title})\n${JSON.stringify(table.text)}`;
  throw Object.assign(new AssertionError({ message }), { input: table.bytes ?? Buffer.from(table.text) });
}

/**
 * @param {string} verdict
 * @param {string} why
 * @param {boolean} isDoubtful
 */
function describe(verdict, why, isDoubtful) {
  if (verdict === 'right') return isDoubtful ? 'right, though in doubt' : 'right';
  return `${isDoubtful ? 'refused in doubt' : 'refused without doubt'}: ${why}`;
}
