/** @import { Faker } from '@faker-js/faker' */

/**
 * A CSV file as another program would export it: semicolons, CRLF, a BOM, a quote around every field, quotes, line ends
 * and delimiters inside some of them, and a handful of bad records.
 *
 * @param {Faker} faker Seeded.
 * @param {number} records With the bad ones, without the header.
 * @returns {string}
 */
export function makeContacts(faker, records) {
  const lines = [line(['name', 'email', 'phone', 'company', 'city', 'country', 'comment'])];
  for (let index = 0; index < records; index++) {
    const contact = line(makeContact(faker));
    const damage = index % DAMAGE_EVERY === DAMAGE_EVERY - 1 ? DAMAGES[Math.floor(index / DAMAGE_EVERY)] : undefined;
    lines.push(damage ? damage(contact) : contact);
  }
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** @param {Faker} faker */
function makeContact(faker) {
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  return [
    `${firstName} ${lastName}`,
    faker.internet.email({ firstName, lastName }),
    faker.phone.number(),
    faker.company.name(),
    faker.location.city(),
    faker.location.country(),
    faker.helpers.arrayElement(COMMENTS)(faker),
  ];
}

/** @param {string[]} fields */
function line(fields) {
  return fields.map(field => `"${field.replaceAll('"', '""')}"`).join(';');
}

/** @type {((faker: Faker) => string)[]} */
const COMMENTS = [
  () => '',
  faker => faker.lorem.sentence(),
  faker => faker.company.catchPhrase(),
  faker => `Said "${faker.hacker.phrase()}"`,
  faker => `${faker.lorem.words()}; ${faker.lorem.words()}`,
  faker => faker.lorem.lines({ min: 2, max: 3 }).replaceAll('\n', '\r\n'),
];

// Early in the file, so that they are among the first that a manifest describes.
const DAMAGE_EVERY = 100;

/** @type {((contact: string) => string)[]} */
const DAMAGES = [
  contact => contact.slice(0, contact.indexOf('";"') + 1),
  contact => `${contact};"one field too many"`,
  contact => contact.replace('";"', '" (old);"'),
  contact => contact.slice(contact.indexOf('";"') + 2),
  contact => contact.replace('";"', '" ;"'),
];
