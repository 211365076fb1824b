/** The fields of a record, in order. */
export const FIELDS = /** @type {const} */ ([
  ...['id', 'name', 'email', 'us', 'de', 'gb', 'few', 'born', 'age', 'amount', 'plan', 'iban', 'note'],
]);

/**
 * Generates records of about 150 bytes, of which no field needs quotes. Numbers of phones are those of people: in several shapes,
 * some not valid, some with an extension. The same arguments make the same records.
 *
 * @param {number} count
 * @returns {Generator<string[], void, void>}
 */
export function* records(count) {
  let random = 1337;
  /** @param {number} limit */
  const below = limit => {
    // The linear congruential generator of Numerical Recipes. Its upper bits are better than its lower ones.
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    return Math.floor((random / 2 ** 32) * limit);
  };
  /** @param {string} pattern `#` stands for a digit. */
  const digits = pattern => pattern.replace(/#/g, () => String(below(10)));
  /** @template T @param {readonly T[]} values */
  const pick = values => values[below(values.length)];
  const few = Array.from({ length: 100 }, () => digits(pick(UNITED_STATES)));
  for (let id = 1; id <= count; id++) {
    const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
    yield [
      String(id),
      `${first} ${last}`,
      `${first}.${last}${below(1000)}@example.com`.toLowerCase(),
      digits(pick(UNITED_STATES)),
      digits(pick(GERMANY)),
      digits(pick(GREAT_BRITAIN)),
      pick(few),
      `${two(1 + below(28))}.${two(1 + below(12))}.${1940 + below(65)}`,
      String(18 + below(80)),
      `${below(10_000)}.${two(below(100))}`,
      pick(PLANS),
      digits('DE##################'),
      pick(NOTES),
    ];
  }
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, '0');
}

const UNITED_STATES = [
  '(212) 5##-####',
  '415-5##-####',
  '+1 305 5## ####',
  '6175######',
  '1-206-5##-#### x##',
  '123-###-####',
];
const GERMANY = ['030 #######', '0171 #######', '+49 89 ######', '(0221) 3#####', '0049 40 3######', '0151/########'];
const GREAT_BRITAIN = [
  '020 7### ####',
  '07700 900###',
  '+44 161 496 0###',
  '(0117) 496 0###',
  '0044 7911 ######',
  '0800 ######',
];
const FIRST_NAMES = ['Anna', 'Ben', 'Chloë', 'David', 'Emma', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jürgen'];
const LAST_NAMES = ['Adams', 'Becker', 'Costa', 'Dubois', 'Evans', 'Fischer', 'García', 'Hansen', 'Ito', 'Jones'];
const PLANS = ['free', 'basic', 'pro', 'team'];
const NOTES = ['called back', 'asked for an offer', 'wants no mail', 'moved to another town', 'paid late'];
