import { FIRST, PERSONAL } from './personal-kinds.js';

/** @import { Random } from '../../support/random.js' */
/** @import { Column } from './draw-cells.js' */
/** @import { Kind } from './personal-kinds.js' */

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
  [['Montant HT', 'prix'], ({ below }) => `${1 + below(9)} ${100 + below(900)},${10 + below(90)}`],
  [['Wert CHF', 'CHF'], ({ below }) => `${1 + below(9)}'${100 + below(900)}.${10 + below(90)}`],
  [
    ['Saldo', 'adj.'],
    ({ pick, below }) =>
      pick([`${below(99)},${10 + below(90)}-`, `(${below(99)}.${10 + below(90)})`, `EUR ${below(99)},00`]),
  ],
  [['Ville', 'plaats'], ({ pick }) => pick(["L'Haÿ", "'s-Gravenhage", "Côte d'Ivoire", 'Val-d’Oise', 'Paris'])],
  [['remarque', 'libellé'], ({ pick }) => pick(["aujourd'hui, l'eau", 'l’été; « oui »', "dogs' food", "'tis", ''])],
  [['opening hours', 'slot'], ({ below }) => `1${below(9)}:00-2${below(4)}:30`],
  [['SQL', 'code'], ({ pick }) => pick(['select a, b from t;', 'f(x, y);', 'a || b', 'if (a > 0) { b; }', 'x = "y"'])],
  [['regex', 'pattern'], ({ pick }) => pick(['a|b', '^[a-z,;]+$', '\\d{1,3}', '(x|y)?'])],
  [['chem', 'IUPAC'], ({ pick }) => pick(['2,4-D', 'N,N-dimethylaniline', 'H2O', '1,2;3,4-x'])],
  [
    ['Titel', 'book'],
    ({ pick }) => pick(['Eats, Shoots & Leaves', 'Die Räuber', '“Hi”, she said', '1984', 'Wer; wie; was']),
  ],
  [['text', 'cell'], ({ pick }) => pick(['a\tb', 'x\r\ny', 'end ', ' begin', '\u00a0', '，。', '😀; 😀', 'tab\t'])],
  [['quoted', 'zip code'], ({ pick, below }) => pick([`'0${below(9999)}`, `"${below(99)}"`, String(below(99))])],
  [['size"', 'inch'], ({ below }) => `${below(90)}"`],
  [
    ['log', 'message'],
    ({ pick, below }) => `[${below(9)}] ${pick(['INFO | ok', 'WARN; slow, retry', 'ERROR: "x" not found'])}`,
  ],
  [['CSS', 'style'], ({ pick }) => pick(['color: red; width: 5px', 'rgb(1, 2, 3)', 'none'])],
  [['range', 'Zeitraum'], ({ below }) => `0${1 + below(9)}/20${10 + below(9)} - 1${below(3)}/20${20 + below(9)}`],
  [['Spalte', 'misc'], ({ pick }) => pick(['NULL', '-', '0', '', 'x'])],
];

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
