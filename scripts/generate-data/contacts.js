/** @import { Faker } from '@faker-js/faker' */

/**
 * Makes a CSV file like the export of another program: semicolons, CRLF, a BOM, every field quoted, quotes, line ends and
 * delimiters within some fields, and a few malformed records.
 *
 * @param {Faker} faker Seeded.
 * @param {number} records Including malformed ones, without the header.
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

// Early in the file, because a manifest describes only the first rejected records.
const DAMAGE_EVERY = 100;

/** @type {((contact: string) => string)[]} */
const DAMAGES = [
  contact => contact.slice(0, contact.indexOf('";"') + 1),
  contact => `${contact};"one field too many"`,
  contact => contact.replace('";"', '" (old);"'),
  contact => contact.slice(contact.indexOf('";"') + 2),
  contact => contact.replace('";"', '" ;"'),
];
