import fc from '../support/fast-check.js';

/** @typedef {{ entries?: Record<string, unknown>[], entryNames?: string, limits?: Record<string, number> }} RecipeJson */

const NAMES = ['email', 'phone', 'notes', '_', 'naïve name', '__proto__', '0'];
const FORMATS = ['strip', 'e164', 'international', 'national', 'rfc3966'];
const DELIMITERS = [',', ';', '\t', '|', ' ', ':', '\u007f', 'x'];

/** Globs that picomatch reads in the same way. (For picomatch, `a/**` also matches `a`, and `[!a]` is no complement.) */
export const globs = fc
  .array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constant('**') },
      {
        weight: 4,
        arbitrary: fc
          .array(fc.constantFrom('a', 'B', '.', '*', '?', '[ab]', '[^a]', '{a,.b}', '{b,a?}'), {
            minLength: 1,
            maxLength: 5,
          })
          .map(parts => parts.join('').replace(/\*{2,}/g, '*'))
          .filter(name => !/^\.{1,2}$/.test(name)),
      },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(names => names.join('/').replace(/(?<=.)(\/\*\*)+$/, ''))
  .filter(glob => glob.split('{').length <= 8);

/** Paths that these globs often match. */
export const paths = fc
  .array(
    fc
      .array(fc.constantFrom('a', 'A', 'b', '.'), { minLength: 1, maxLength: 5 })
      .map(letters => letters.join(''))
      .filter(name => !/^\.{1,2}$/.test(name)),
    { minLength: 1, maxLength: 4 },
  )
  .map(names => names.join('/'));

/** A header, and the fields that a rule may name with it. */
const headers = fc.oneof(
  fc.record({ header: fc.constantFrom(undefined, true, 'auto'), fields: fc.constant([...NAMES, 0, 3]) }),
  fc.constant({ header: false, fields: [0, 1, 7] }),
  fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }).map(header => ({ header, fields: [...header, 0] })),
);

const csvRules = headers.chain(({ header, fields }) => {
  const some = fc.array(fc.constantFrom(...fields), { maxLength: 4 });
  return fc
    .record(
      {
        delimiter: fc.constantFrom('auto', '||', '§', ...DELIMITERS),
        choice: fc.oneof(
          some.map(drop => ({ drop })),
          some.filter(keep => keep.length > 0).map(keep => ({ keep })),
          unlike(fields).map(select => ({ select: select.length > 0 ? select : [0] })),
        ),
        require: some,
        phones: phonesOf(fields),
        output: fc.record({ delimiter: fc.constantFrom(...DELIMITERS) }, { requiredKeys: [] }),
        bad: fc.oneof(
          fc.record({ badRecords: fc.constantFrom('keep', 'fail') }),
          fc.record(
            { badRecords: fc.constantFrom('quarantine', 'skip'), maxBad: fc.constantFrom('auto', '5%', '100%', 0, 7) },
            { requiredKeys: [] },
          ),
        ),
        missing: fc.constantFrom('fail', 'ignore'),
        quote: fc.constantFrom('auto', '"', "'", 'none'),
        escape: fc.constantFrom('auto', 'double', 'backslash'),
        encoding: fc.constantFrom('auto', 'utf-8', 'windows-1252', 'utf-16le'),
        skipLines: fc.constantFrom('auto', 0, 3),
        comments: fc.constantFrom('auto', 'none', '#', '//'),
        ragged: fc.constantFrom('bad', 'pad', 'cut'),
        names: fc.constantFrom('loose', 'exact'),
        trim: fc.oneof(fc.boolean(), some),
        where: conditionsOf(fields),
        dates: unlike(fields).map(named => named.map(field => ({ field, from: 'D.M.YYYY' }))),
        protect: unlike(fields).map(([hashed, masked]) => ({
          ...(hashed !== undefined && { hash: [hashed] }),
          ...(masked !== undefined && { mask: [{ field: masked, keepLast: 2 }] }),
        })),
        set: fc.dictionary(fc.constantFrom('A', 'B'), fc.constantFrom('', 'x', '$$', '$archive', '$record', 7, -0.5), {
          maxKeys: 1,
        }),
        rename: header === false ? fc.constant({}) : fc.constantFrom({}, { email: 'C' }),
        writeHeader: Array.isArray(header) ? fc.boolean() : fc.constant(false),
      },
      { requiredKeys: [] },
    )
    .map(({ choice, bad, protect, rename, ...csv }) => ({
      ...csv,
      ...bad,
      ...choice,
      ...protect,
      ...(rename && (!Array.isArray(header) || header.includes('email')) && { rename }),
      ...(header !== undefined && { header }),
    }));
});

/**
 * Different fields, of which none is another's position.
 *
 * @param {readonly (string | number)[]} fields
 */
function unlike(fields) {
  const named = fields.filter(field => field !== 0);
  return named.length === 0 ? fc.constant([]) : fc.uniqueArray(fc.constantFrom(...named), { maxLength: 3 });
}

/** @param {readonly (string | number)[]} fields */
function conditionsOf(fields) {
  const field = fc.constantFrom(...fields);
  const operands = fc.constantFrom(5, '-1.5e3', 0);
  const leaf = fc.oneof(
    fc.record({ field, eq: fc.constantFrom('', 'pro', 18) }),
    fc.record({ field, in: fc.constant(['a', 1]), empty: fc.boolean() }),
    fc.record({ field, gte: operands, lt: operands }),
    fc.record({ field, gt: fc.constantFrom('2026-01-31', '2026-01-31T12:00Z') }),
    fc.record({ field, matches: fc.constantFrom('^a', '(?i)b$') }),
  );
  return fc.letrec(tie => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('condition') }),
    ),
  })).condition;
}

/**
 * @param {readonly (string | number)[]} fields Position 0 is not used: it may be the position of one of the names.
 */
function phonesOf(fields) {
  const named = fields.filter(field => field !== 0);
  if (named.length === 0) return fc.constant([]);
  const phone = fc
    .record(
      { field: fc.constantFrom(...named), format: fc.constantFrom(...FORMATS), country: fc.constantFrom('US', 'DE') },
      { requiredKeys: ['field', 'format'] },
    )
    .filter(({ format, country }) => format !== 'strip' || country === undefined);
  return fc.uniqueArray(phone, { selector: ({ field }) => field, maxLength: 3 });
}

/** Valid recipes, with and without each key. */
export const recipes = /** @type {fc.Arbitrary<RecipeJson>} */ (
  fc.record(
    {
      entries: fc.array(
        fc
          .tuple(
            globs,
            fc.oneof(
              csvRules.map(csv => ({ csv })),
              fc.constant({ copy: true }),
              fc.constant({ skip: true }),
            ),
          )
          .map(([match, action]) => ({ match, ...action })),
        { maxLength: 4 },
      ),
      entryNames: fc.constantFrom('cp437', 'ibm866', 'shift_jis', 'gbk'),
      limits: fc.record(
        {
          maxEntries: fc.integer({ min: 1, max: 1_000_000 }),
          maxRatio: fc.integer({ min: 1, max: 1_000_000 }),
          maxTotalBytes: fc.integer({ min: 1, max: 2 ** 50 }),
          maxRecordBytes: fc.integer({ min: 1, max: 512 * 1024 * 1024 }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
);
