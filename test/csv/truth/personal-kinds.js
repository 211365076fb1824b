/** @import { Random } from '../../support/random.js' */

/** @typedef {[names: string[], draw: (random: Random, row: number) => string]} Kind */

/** Given names. */
export const FIRST = ['Ann', 'Bob', 'Cy', 'Zoë', 'Jean-Luc', 'Mary Jo'];
const LAST = ['Smith', 'Lee', "O'Neil", 'Müller', 'van der Berg', 'García', 'Kay'];
const STREETS = ['Main St', 'Elm Rd', 'Hauptstraße', 'rue de Lyon', 'Calle Mayor'];
const TOWNS = ['12345 Berlin', 'Springfield, IL 62701', '75001 Paris', 'New York, NY', 'Bonn'];

/**
 * Personal values: one in each record, which occurs nowhere else, since `row` is part of it.
 *
 * @type {Kind[]}
 */
export const PERSONAL = [
  [['E-Mail', 'email', 'Email Address'], ({ pick }, row) => `${pick(['ann', 'bob.k', 'c-y'])}${row}@zorp.example`],
  [['Kunde', 'Contact', 'customer'], ({ pick }, row) => `"${pick(FIRST)} ${pick(LAST)}" <zorp${row}@mail.example>`],
  [['Name', 'full_name', 'Name, Vorname'], ({ pick }, row) => `${pick(LAST)} ${row}, ${pick(FIRST)}`],
  [['Customer Name', 'Nom', 'NAME'], ({ pick }, row) => `${pick(FIRST)} ${pick(LAST)} ${row}`],
  [['Adresse', 'Address', 'street'], ({ pick, below }, row) => `${pick(STREETS)} ${below(90)}-${row}, ${pick(TOWNS)}`],
  [['Anschrift', 'mailing address'], ({ pick }, row) => `${pick(STREETS)} ${row}\n${pick(TOWNS)}`],
  [
    ['Phone', 'Telefon', 'Tel.'],
    ({ pick, below }, row) => `${pick(['+49 (0) 30 / ', '(555) 555-', '0171-'])}${below(9)}${row}00`,
  ],
  [['IBAN', 'Konto', 'account_no'], ({ below }, row) => `DE${10 + below(80)} 5001 0517 ${row} 89`],
  [
    ['Salary', 'Gehalt', 'Umsatz (EUR)'],
    ({ pick, below }, row) => `${pick(['', '-'])}${grouped(row, '.')},${10 + below(90)}${pick(['', ' €'])}`,
  ],
  [
    ['Income', 'Balance ($)'],
    ({ pick, below }, row) => `${pick(['$', '-$', ''])}${grouped(row, ',')}.${10 + below(90)}`,
  ],
  [
    ['Geburtsdatum', 'DOB', 'birth_date'],
    ({ pick, below }, row) => `${pick(['0', '1'])}${1 + below(2)}.0${1 + below(9)}.${row}`,
  ],
  [['login', 'last_ip', 'session'], ({ below }, row) => `10.${below(200)}.${below(200)}.${below(20)}:${row}`],
  [['home', 'location', 'GPS'], ({ below }, row) => `${40 + below(9)}.${row}, ${2 + below(9)}.${1000 + below(8000)}`],
  [
    ['comment', 'Notiz', 'complaint'],
    ({ pick }, row) =>
      `${pick(['Dear all,', 'Hi;', 'He said "no",', 'see #'])} call ${row} ${pick(['| asap', '; thanks', '(urgent), please', "don't wait"])}`,
  ],
  [
    ['profile', 'payload', 'raw'],
    ({ pick, below }, row) => `{"id":${row},"tags":["a","${pick(['b', 'c;d'])}"],"n":${below(9)}}`,
  ],
  [
    ['url', 'link', 'Webseite'],
    ({ pick, below }, row) =>
      `https://zorp.example/${pick(['~ann', 'u'])}/${row}${pick(['', '?q=a,b', '?a=1;b=2', `#${below(9)}`])}`,
  ],
  [
    ['Client', 'firm'],
    ({ pick }, row) => `${pick(['Smith, Lee & Co.', 'ACME, Inc.', 'Müller GmbH', "L'Air d'ici", 'A/B; C'])} ${row}`,
  ],
  [
    ['nom complet', 'naam'],
    ({ pick }, row) => `${pick(["d'Artagnan", "'t Hooft", "Ng'ang'a", "de l'Isle", "James'"])} ${row}, ${pick(FIRST)}`,
  ],
  [
    ['nickname', 'display name'],
    ({ pick }, row) => `${pick(FIRST)} "${pick(['Zorp', 'the 5th', 'Z'])}" ${pick(LAST)} ${row}`,
  ],
  [
    ['Lohn CHF', 'Betrag CHF'],
    ({ pick, below }, row) => `${pick(['', '-', 'CHF '])}${grouped(row, "'")}.${10 + below(90)}`,
  ],
  [
    ['Montant', 'solde'],
    ({ pick, below }, row) =>
      `${pick(['', '-'])}${grouped(row, pick([' ', '\u00a0', '\u202f']))},${10 + below(90)}${pick(['', ' €'])}`,
  ],
  [['recipients', 'An'], ({ pick }, row) => `ann${row}@zorp.example${pick(['; ', ', ', ' | '])}bob@zorp.example`],
  [['cookie', 'attributes'], ({ pick, below }, row) => `id=${row}; who=z${below(9)}${pick(['', '; path=/', ', x'])}`],
  [['Ext.', 'call'], ({ pick, below }, row) => `+1-555-${below(9)}00-${row} ${pick(['x', 'ext. ', '#'])}${below(99)}`],
  [['ssn', 'Steuer-ID'], ({ below }, row) => `${100 + below(900)}-${10 + below(90)}-${row}`],
];

/**
 * @param {number} number
 * @param {string} separator Between thousands.
 */
function grouped(number, separator) {
  return String(number).replace(/(?=\d{3}$)/, separator);
}
