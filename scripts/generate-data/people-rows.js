/** @import { Faker } from '@faker-js/faker' */
/** @import { ByteWriter } from './byte-writer.js' */
import { createPatterns } from './patterns.js';

/** The fields of a row, in order. */
export const FIELD_NAMES = Object.freeze([
  'last_name',
  'second_last_name',
  'email',
  'user_name',
  'phone',
  'hacker_phrase',
  'country',
  'city',
  'job_title',
  'company',
  'catch_phrase',
  'notes',
  'sentence',
  'paragraph',
]);

/**
 * Writes rows of people as bytes. Uses Faker's word lists, patterns, probabilities and randomizer, but prepares once what
 * Faker repeats for each value. A field has the values of the Faker function of its name (`faker.internet.email()`, …);
 * `maybe` leaves it empty in a share of the rows.
 *
 * @param {Faker} faker
 * @param {ByteWriter} out
 * @param {string} delimiter One ASCII character.
 * @returns {() => void} Writes the next row, with an LF at its end.
 */
export function createRowWriter(faker, out, delimiter) {
  const { rawDefinitions: definitions } = faker;
  const draw = randomizerOf(faker);
  const { pick, oneOf, compile } = createPatterns({ definitions, draw, out });
  const names = createNames(text => text);
  const userName = createUserName();
  const fields = [
    names.lastName,
    names.lastName,
    maybe(0.85, inOrder(userName, pick(list(definitions.internet?.free_email).map(provider => `@${provider}`)))),
    maybe(0.45, userName),
    maybe(0.75, () => out.ascii(faker.phone.number())),
    compile(list(definitions.hacker?.phrase)),
    pick(list(definitions.location?.country)),
    maybe(0.65, compile(list(definitions.location?.city_pattern), { writers: names.writers })),
    compile(list(definitions.person?.job_title_pattern)),
    compile(list(definitions.company?.name_pattern), { writers: names.writers }),
    compile('{{company.adjective}} {{company.descriptor}} {{company.noun}}'),
    ...createLorem(),
  ];
  const special = new Uint8Array(256);
  for (const character of `${delimiter}"\r\n`) special[character.charCodeAt(0)] = 1;
  const delimiterByte = delimiter.charCodeAt(0);

  return () => {
    for (let index = 0; index < fields.length; index++) {
      if (index > 0) out.byte(delimiterByte);
      const start = out.length;
      fields[index]();
      out.quoteWhereNeeded(start, special);
    }
    out.byte(LINE_FEED);
  };

  /**
   * @param {number} share
   * @param {() => void} write
   */
  function maybe(share, write) {
    return () => {
      if (draw() < share) write();
    };
  }

  /** @param {(text: string) => string} spell */
  function createNames(spell) {
    const lastNames = list(definitions.person?.last_name_pattern?.generic);
    const lastName = oneOf(lastNames.map(({ weight, value }) => ({ weight, write: compile(value, { spell }) })));
    const { female, male, generic } = definitions.person?.first_name ?? {};
    // Faker weighs a sex's own names against the generic ones by the square root of their number.
    const [ofWomen, ofMen] = [list(female), list(male)].map(own =>
      oneOf([
        { weight: 3 * Math.sqrt(own.length), write: pick(own.map(spell)) },
        { weight: Math.sqrt(list(generic).length), write: pick(list(generic).map(spell)) },
      ]),
    );
    const firstName = oneOf([
      { weight: 1, write: ofWomen },
      { weight: 1, write: ofMen },
    ]);
    return { firstName, lastName, writers: { 'person.firstName': firstName, 'person.lastName': lastName } };
  }

  function createUserName() {
    const { firstName, lastName } = createNames(text => text.normalize('NFKD').replace(/[^\w.+-]/g, ''));
    const separator = pick(['.', '_']);
    const number = pick(Array.from({ length: 100 }, (_, index) => `${index}`));
    return oneOf([
      { weight: 1, write: inOrder(firstName, separator, lastName, number) },
      { weight: 1, write: inOrder(firstName, separator, lastName) },
      { weight: 1, write: inOrder(firstName, number) },
    ]);
  }

  function createLorem() {
    const words = list(definitions.lorem?.word);
    const firstWord = pick(words.map(word => word[0].toUpperCase() + word.slice(1)));
    const nextWord = pick(words.map(word => ` ${word}`));
    const sentence = () => {
      firstWord();
      for (let left = Math.floor(2 + draw() * 8); left > 0; left--) nextWord();
      out.byte(FULL_STOP);
    };
    /** @param {number} count */
    const sentences = count => () => {
      for (let index = 0; index < count; index++) {
        if (index > 0) out.byte(SPACE);
        sentence();
      }
    };
    // A Faker paragraph has three sentences. Three paragraphs are joined with spaces, so that a row is one line.
    return [maybe(0.55, sentences(9)), maybe(0.75, sentence), maybe(0.85, sentences(3))];
  }
}

/**
 * Faker passes a distributor the randomizer that `faker.seed()` seeds. Calling it directly, without the checks in Faker's
 * own functions, halves the time of a draw.
 *
 * @param {Faker} faker
 * @returns {() => number}
 */
function randomizerOf(faker) {
  let draw = () => 0;
  faker.number.float({
    distributor: randomizer => {
      draw = randomizer.next;
      return 0;
    },
  });
  return draw;
}

/** @param {(() => void)[]} writes */
function inOrder(...writes) {
  return () => {
    for (const write of writes) write();
  };
}

/**
 * @template T
 * @param {readonly T[] | null | undefined} words
 * @returns {readonly T[]}
 */
function list(words) {
  if (!words?.length) throw new TypeError('this version of Faker lacks a list of words that the rows are made of');
  return words;
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const FULL_STOP = 0x2e;
