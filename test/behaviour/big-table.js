/**
 * A table of distinct records that deflates to about a tenth.
 *
 * @param {number} bytes At least.
 */
export function bigTable(bytes) {
  const rows = ['id,name,notes\n'];
  let length = 0;
  for (let id = 0; length < bytes; id += 1) {
    const row = `${id},customer ${Math.imul(id, 2_654_435_761) >>> 0} of the large table,x\n`;
    rows.push(row);
    length += row.length;
  }
  return Buffer.from(rows.join(''));
}

/**
 * The table without its last field.
 *
 * @param {Buffer} table
 */
export function withoutNotes(table) {
  return Buffer.from(table.toString('latin1').replace(/,(?:notes|x)\n/g, '\n'), 'latin1');
}
