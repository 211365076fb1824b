import { realFile } from '../real-file.js';

/** What banks, shops and office programs export. */
export const bankExports = [
  realFile({
    kind: 'bank export',
    name: 'a German account',
    encoding: 'utf-8 with mark',
    text: `
      "Kontonummer:";"DE00 1234 / Girokonto";
      "Von:";"01.01.2024";
      "Bis:";"31.01.2024";
      "Kontostand:";"1.234,56 EUR";

      "Buchungstag";"Auftraggeber";"Verwendungszweck";"Betrag (EUR)";
      "02.01.2024";"Stadtwerke";"Strom; Abschlag";"-85,00";
      "05.01.2024";"Müller GmbH";"Gehalt";"2.345,67";
      "09.01.2024";"Bäckerei";"Karte";"-4,20";
      "12.01.2024";"Miete";"Januar";"-800,00";
      "13.01.2024";"Laden 1";"Karte 1";"-1,20";
      "14.01.2024";"Laden 2";"Karte 2";"-2,20";
      "15.01.2024";"Laden 3";"Karte 3";"-3,20";
      "16.01.2024";"Laden 4";"Karte 4";"-4,20";
      "17.01.2024";"Laden 5";"Karte 5";"-5,20";
      "18.01.2024";"Laden 6";"Karte 6";"-6,20";
      "19.01.2024";"Laden 7";"Karte 7";"-7,20";
      "20.01.2024";"Laden 8";"Karte 8";"-8,20";
      `,
    expected: `
      Buchungstag,Auftraggeber,Verwendungszweck,Betrag (EUR),
      02.01.2024,Stadtwerke,Strom; Abschlag,"-85,00",
      05.01.2024,Müller GmbH,Gehalt,"2.345,67",
      09.01.2024,Bäckerei,Karte,"-4,20",
      12.01.2024,Miete,Januar,"-800,00",
      13.01.2024,Laden 1,Karte 1,"-1,20",
      14.01.2024,Laden 2,Karte 2,"-2,20",
      15.01.2024,Laden 3,Karte 3,"-3,20",
      16.01.2024,Laden 4,Karte 4,"-4,20",
      17.01.2024,Laden 5,Karte 5,"-5,20",
      18.01.2024,Laden 6,Karte 6,"-6,20",
      19.01.2024,Laden 7,Karte 7,"-7,20",
      20.01.2024,Laden 8,Karte 8,"-8,20",
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'decimal commas, unquoted',
    text: `
      Datum;Konto;Betrag
      02.01.2024;4711;-85,00
      05.01.2024;4711;2345,67
      09.01.2024;4712;-4,20
      `,
    expected: `
      Datum,Konto,Betrag
      02.01.2024,4711,"-85,00"
      05.01.2024,4711,"2345,67"
      09.01.2024,4712,"-4,20"
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'decimal commas in every field',
    text: `
      1,5;2,5;3,5
      4,25;5,25;6,25
      7,0;8,0;9,0
      `,
    expected: `
      "1,5","2,5","3,5"
      "4,25","5,25","6,25"
      "7,0","8,0","9,0"
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'French, with spaces in numbers',
    encoding: 'utf-16le',
    text: `
      Date\tLibellé\tDébit\tCrédit
      02/01/2024\tÉlectricité\t1 085,00\t
      05/01/2024\tSalaire\t\t2 345,67
      09/01/2024\tBoulangerie\t4,20\t
      `,
    expected: `
      Date,Libellé,Débit,Crédit
      02/01/2024,Électricité,"1 085,00",
      05/01/2024,Salaire,,"2 345,67"
      09/01/2024,Boulangerie,"4,20",
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'sep=; from Excel',
    text: `
      sep=;
      Name;City;Amount
      Ann;Oslo;1,5
      Bob;Rome;2,5
      Cid;Bern;3,5
      `,
    expected: `
      Name,City,Amount
      Ann,Oslo,"1,5"
      Bob,Rome,"2,5"
      Cid,Bern,"3,5"
      `,
  }),
  realFile({
    kind: 'bank export',
    name: '"sep=," in quotes',
    text: `
      "sep=,"
      Name,City,Amount
      Ann,Oslo,1
      Bob,Rome,2
      `,
    expected: `
      Name,City,Amount
      Ann,Oslo,1
      Bob,Rome,2
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'sep=tab in UTF-16',
    encoding: 'utf-16le',
    text: `
      sep=\t
      Name\tCity\tAmount
      Ann\tOslo\t1
      Bob\tRome\t2
      `,
    expected: `
      Name,City,Amount
      Ann,Oslo,1
      Bob,Rome,2
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'sep=| with few records',
    text: `
      sep=|
      Name|City
      Ann, A.|Oslo, Norway
      `,
    expected: `
      Name,City
      "Ann, A.","Oslo, Norway"
      `,
  }),
  realFile({
    kind: 'trailing delimiter',
    name: 'a trailing delimiter in all rows',
    text: `
      Date,Payee,Amount,
      2024-01-02,Water,10.00,
      2024-01-03,Rent,800.00,
      2024-01-04,Bread,4.20,
      `,
  }),
  realFile({
    kind: 'trailing delimiter',
    name: 'a trailing delimiter in all records, not the header',
    text: `
      Date,Payee,Amount
      2024-01-02,Water,10.00,
      2024-01-03,Rent,800.00,
      2024-01-04,Bread,4.20,
      `,
    expected: `
      Date,Payee,Amount
      2024-01-02,Water,10.00
      2024-01-03,Rent,800.00
      2024-01-04,Bread,4.20
      `,
  }),
  realFile({
    kind: 'trailing delimiter',
    name: 'a trailing delimiter in the header only',
    text: `
      Date,Payee,Amount,
      2024-01-02,Water,10.00
      2024-01-03,Rent,800.00
      2024-01-04,Bread,4.20
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'a footer with a count',
    text: `
      Id|Name|Amount
      1|Ann|10
      2|Bob|20
      3|Cid|30
      4|Dot|40
      (4 rows affected)
      `,
    expected: `
      Id,Name,Amount
      1,Ann,10
      2,Bob,20
      3,Cid,30
      4,Dot,40
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'header and trailer records',
    text: `
      HDR,20240102
      Id,Name,City,Amount
      1,Ann,Oslo,10
      2,Bob,Rome,20
      3,Cid,Bern,30
      4,Dot,Bonn,40
      TRL,4
      `,
    expected: `
      Id,Name,City,Amount
      1,Ann,Oslo,10
      2,Bob,Rome,20
      3,Cid,Bern,30
      4,Dot,Bonn,40
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'spaces after commas and quotes',
    text: `
      "Name", "City", "Amount"
      "Ann, A.", "Oslo", 1
      "Bob", "Rome, Italy", 2
      "Cid", "Bern", 3
      `,
    expected: `
      Name,City,Amount
      "Ann, A.",Oslo,1
      Bob,"Rome, Italy",2
      Cid,Bern,3
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'UTF-16 with the big end first',
    encoding: 'utf-16be',
    text: `
      Name;Ort
      Jürgen;Köln
      Zoë;Łódź
      `,
    expected: `
      Name,Ort
      Jürgen,Köln
      Zoë,Łódź
      `,
  }),
  realFile({
    kind: 'bank export',
    name: 'UTF-16 without a mark',
    encoding: 'utf-16le without mark',
    text: `
      Name,City
      Ann,Oslo
      Bob,Rome
      `,
  }),
];
