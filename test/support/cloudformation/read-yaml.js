/**
 * Parses the subset of YAML in `template.yaml`: indented blocks, flow lists and maps on one line, quoted and folded text, and
 * CloudFormation's tags, which are expanded to their long form (`!Ref x` to `{ Ref: 'x' }`). Anything else is an error.
 *
 * @param {string} text
 * @returns {any}
 */
export function readYaml(text) {
  const lines = text
    .split('\n')
    .map((raw, index) => ({ number: index + 1, indent: raw.search(/\S/), text: raw.trim() }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'));
  const reader = { lines, position: 0 };
  const value = readBlock(reader, 0);
  if (reader.position < lines.length) throw wrong(reader, 'what is this?');
  return value;
}

/** @typedef {{ lines: { number: number, indent: number, text: string }[], position: number }} Reader */

/**
 * @param {Reader} reader
 * @param {number} indent
 * @returns {any}
 */
function readBlock(reader, indent) {
  const isList = reader.lines[reader.position].text.startsWith('-');
  /** @type {any} */
  const block = isList ? [] : {};
  for (;;) {
    const line = reader.lines[reader.position];
    if (line === undefined || line.indent < indent || line.text.startsWith('- ') !== isList) return block;
    if (line.indent > indent) throw wrong(reader, `indented by more than ${indent}`);
    const match = (isList ? ITEM : MEMBER).exec(line.text);
    if (match === null) throw wrong(reader, 'neither an item nor a member');
    const { key = '', rest = '' } = match.groups ?? {};
    if (isList) {
      block.push(readItem(reader, rest));
    } else {
      const name = key.replace(/^"(.*)"$/, '$1');
      if (Object.hasOwn(block, name)) throw wrong(reader, 'a key that was there before');
      reader.position += 1;
      block[name] = readValue(reader, rest, indent);
    }
  }
}

/**
 * @param {Reader} reader
 * @param {string} rest
 */
function readItem(reader, rest) {
  const line = reader.lines[reader.position];
  if (!MEMBER.test(rest)) {
    reader.position += 1;
    return readValue(reader, rest, line.indent + 1);
  }
  const indent = line.indent + line.text.length - rest.length;
  reader.lines[reader.position] = { ...line, indent, text: rest };
  return readBlock(reader, indent);
}

/**
 * @param {Reader} reader After the line on which the value begins.
 * @param {string} rest Of that line.
 * @param {number} indent
 * @returns {any}
 */
function readValue(reader, rest, indent) {
  const tag = /^!(\w+)\s*(.*)$/s.exec(rest);
  if (tag !== null) return intrinsic(tag[1], readValue(reader, tag[2], indent));
  if (rest === '>-') return readFolded(reader, indent);
  if (rest !== '') {
    const flow = { text: rest, position: 0 };
    const value = readFlow(flow, '');
    if (!/^\s*(#.*)?$/.test(rest.slice(flow.position)))
      throw wrong({ ...reader, position: reader.position - 1 }, 'more');
    return value;
  }
  const next = reader.lines[reader.position];
  // A list may have the indentation of its key.
  const isDeeper =
    next !== undefined && (next.indent > indent || (next.indent === indent && next.text.startsWith('- ')));
  if (!isDeeper) throw wrong(reader, 'a value is missing before');
  return readBlock(reader, next.indent);
}

/**
 * @param {Reader} reader
 * @param {number} indent
 */
function readFolded(reader, indent) {
  const parts = [];
  while (reader.lines[reader.position]?.indent > indent) parts.push(reader.lines[reader.position++].text);
  return parts.join(' ');
}

/**
 * @param {{ text: string, position: number }} flow
 * @param {string} enders Characters that end plain text here.
 * @returns {any}
 */
function readFlow(flow, enders) {
  const take = (/** @type {RegExp} */ pattern) => {
    const found = new RegExp(pattern, 'sy');
    found.lastIndex = flow.position;
    const match = found.exec(flow.text);
    if (match !== null) flow.position = found.lastIndex;
    return match;
  };
  take(/\s*/);
  const tag = take(/!(\w+)\s*/);
  if (tag !== null) return intrinsic(tag[1], readFlow(flow, enders));
  if (take(/\[/)) {
    const list = [];
    while (!take(/\s*\]/)) {
      list.push(readFlow(flow, ',]'));
      take(/\s*,/);
    }
    return list;
  }
  const quoted = take(/"((?:[^"\\]|\\.)*)"/);
  if (quoted !== null) return JSON.parse(quoted[0]);
  const plain = enders === '' ? take(/(?:[^#]|(?<!\s)#)+/) : take(/[^,\]]+/);
  if (plain === null) throw new Error(`nothing at ${flow.position} of ${flow.text}`);
  const value = plain[0].trim();
  if (/^[{&*|>@'%]/.test(value)) throw new Error(`not known: ${value}`);
  if (/^-?\d+$/.test(value)) return Number(value);
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

/**
 * @param {string} name
 * @param {any} value
 */
function intrinsic(name, value) {
  if (name === 'Ref' || name === 'Condition') return { [name]: value };
  if (name === 'GetAtt') return { 'Fn::GetAtt': value.split('.') };
  return { [`Fn::${name}`]: value };
}

/**
 * @param {Reader} reader
 * @param {string} reason
 */
function wrong({ lines, position }, reason) {
  const { number, text } = lines[position] ?? { number: 'the end', text: '' };
  return new Error(`line ${number}: ${reason}: ${text}`);
}

const ITEM = /^-\s+(?<rest>.*)$/s;
// A colon within a key is not followed by a space, as in AWS::AccountId.
const MEMBER = /^(?<key>"[^"]*"|[A-Za-z](?:[^:\s]|:(?=\S))*):(?:\s+(?<rest>.*))?$/s;
