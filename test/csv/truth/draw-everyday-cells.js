/** @import { Random } from '../../support/random.js' */
/** @import { Column } from './draw-cells.js' */

/** @typedef {[names: string[], draw: (random: Random, row: number) => string]} Kind */

const FIRST = ['Ann', 'Bob', 'Cy', 'Zoë', 'Jean-Luc', 'Mary Jo'];
const LAST = ['Smith', 'Lee', "O'Neil", 'Müller', 'van der Berg', 'García', 'Kay'];
const STREETS = ['Main St', 'Elm Rd', 'Hauptstraße', 'rue de Lyon', 'Calle Mayor'];
const TOWNS = ['12345 Berlin', 'Springfield, IL 62701', '75001 Paris', 'New York, NY', 'Bonn'];

/**
 * Personal values: one in each record, which occurs nowhere else, since `row` is part of it.
 *
 * @type {Kind[]}
 */
const PERSONAL = [
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
  [['home', 'location', 'GPS'], ({ below }, row) => `${40 + below(9)}.${row}, ${2 + below(9)}.${10 + below(80)}`],
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
];

/** @type {Kind[]} */
const OTHERS = [
  [['ID', 'Nr.', '#', 'no'], (_, row) => String(row)],
  [['Pos', 'line'], (_, row) => String(row % 7)],
  [['SKU', 'Art.-Nr.', 'code'], ({ pick, below }) => `${pick(['A', 'B-', 'XZ'])}${100 + below(900)}`],
  [['PLZ', 'zip'], ({ below }) => `0${1000 + below(8000)}`],
  [['Excel ID', 'gtin'], ({ below }) => `="00${100 + below(900)}"`],
  [['Datum', 'Buchungstag'], ({ below }) => `${10 + below(18)}.${10 + below(2)}.20${10 + below(15)}`],
  [['Date', 'Order Date'], ({ below }) => `${1 + below(12)}/${1 + below(28)}/${2000 + below(25)}`],
  [['created_at', 'Timestamp'], ({ below }) => `20${10 + below(15)}-0${1 + below(9)}-1${below(9)}T0${below(9)}:30:00Z`],
  [['time', 'log time'], ({ below }) => `2024-0${1 + below(9)}-1${below(9)} 0${below(9)}:30:00,${100 + below(900)}`],
  [['Updated', 'Long date'], ({ pick, below }) => `${pick(['Jan', 'March'])} ${1 + below(28)}, 20${10 + below(15)}`],
  [['Uhrzeit', 'Start'], ({ below }) => `${10 + below(13)}:${10 + below(49)}`],
  [['Betrag', 'Menge (kg)', 'Preis [€]'], ({ below }) => `${below(2000)},${10 + below(90)}`],
  [['Summe', 'Soll'], ({ pick, below }) => `${pick(['', '-'])}${1 + below(9)}.${100 + below(900)},${10 + below(90)}`],
  [['Rabatt', 'share, %'], ({ below }) => `${below(100)},${below(9)} %`],
  [
    ['Price', 'Total ($)'],
    ({ pick, below }) => `${pick(['$', ''])}${1 + below(9)},${100 + below(900)}.${10 + below(90)}`,
  ],
  [['Rate', 'temp / °C'], ({ pick, below }) => `${pick(['', '-'])}${below(99)}.${below(99)}`],
  [['Qty', 'Stück'], ({ below }) => String(below(500))],
  [['lat,lon', 'Coordinates'], ({ below }) => `${below(90)}.${10 + below(80)},${below(90)}.${10 + below(80)}`],
  [['Status', 'state'], ({ pick }) => pick(['open', 'closed', 'in progress', 'N/A'])],
  [['aktiv', 'Paid?'], ({ pick }) => pick(['ja', 'nein'])],
  [['City', 'Ort'], ({ pick }) => pick(['Bonn', 'New York', 'Köln', 'St. Ives', 'Paris, TX'])],
  [
    ['Description', 'Verwendungszweck'],
    ({ pick }) =>
      pick(['Rent', 'Miete, warm', 'A; B', 'a | b', 'Tom & Jerry', 'x, y, z', '', 'C#', '50 % off', "rock 'n' roll"]),
  ],
  [
    ['size', 'Height'],
    ({ pick, below }) => pick([`5'${below(12)}"`, `${below(9)}/4" pipe`, `${below(9)} x ${below(9)}`, '']),
  ],
  [
    ['quote', 'Bemerkung'],
    ({ pick }) => pick(['She said "hi"', '"So what?"', 'two\nlines', 'a\n\nb', "it's", "'90s", '', 'fine']),
  ],
  [['Authors', 'cc'], ({ pick }) => pick(['Lee, A.; Kay, B.', 'Ray, C.', 'Lee, A.', 'a@b.example; c@d.example', ''])],
  [
    ['User Agent', 'browser'],
    ({ pick, below }) =>
      `Mozilla/5.0 (${pick(['X11; Linux x86_64', 'Windows NT 10.0; Win64; x64'])}) Gecko/${below(99)}`,
  ],
  [['mime', 'Content-Type'], ({ pick }) => pick(['text/html; charset=utf-8', 'image/png', 'text/csv; header=present'])],
  [
    ['html', 'body'],
    ({ pick }) => pick(['<a href="x?y=1&amp;z=2">x</a>', '<b>hi</b>', 'a &lt; b', '<p style="color:red;">x</p>']),
  ],
  [['dn', 'group'], ({ pick, below }) => `CN=${pick(FIRST)},OU=${below(9)},DC=x`],
  [['list', 'values'], ({ below }) => `[${below(9)}, ${below(9)}, ${below(9)}]`],
  [['tags', 'Labels'], ({ pick }) => pick(['a;b', 'a,b', 'a|b', 'a', ''])],
  [
    ['formula', 'x^n'],
    ({ pick, below }) => pick([`x^${below(9)}`, `~${below(9)} kg`, `a*${below(9)}`, `${below(9)}:${below(9)}`]),
  ],
  [
    ['version', 'MAC'],
    ({ pick, below }) => pick([`1.${below(9)}.${below(9)}`, `00:1b:${10 + below(80)}:0${below(9)}:aa:ff`]),
  ],
  [['uuid', 'Referenz'], ({ below }) => `${10_000_000 + below(9e7)}-aaaa-4bbb-8ccc-${100_000_000_000 + below(9e11)}`],
  [['path', 'Datei'], ({ pick, below }) => pick([`C:\\data\\${below(99)}`, `/var/log/${below(9)}.log`, '\\\\srv\\x'])],
  [['Notes', 'leer'], () => ''],
  [['Spalte', 'misc'], ({ pick }) => pick(['NULL', '-', '0', '', 'x'])],
];

/**
 * @param {number} number
 * @param {string} separator Between thousands.
 */
function grouped(number, separator) {
  return String(number).replace(/(?=\d{3}$)/, separator);
}

/**
 * A column as people and programs have them. Of some kinds, the values have a delimiter in each record.
 *
 * @param {Random} random
 * @param {boolean} isPersonal Whether each record has a value of its own.
 * @returns {Column}
 */
export function drawEverydayColumn(random, isPersonal) {
  const [names, draw] = random.pick(isPersonal ? PERSONAL : OTHERS);
  const gaps = !isPersonal && random.chance(0.2) ? 0.4 : 0;
  const from = 1000 + random.below(8000);
  return {
    name: random.pick(names),
    draw: row => (random.chance(gaps) ? '' : draw(random, isPersonal ? from + row : 1 + row)),
  };
}
