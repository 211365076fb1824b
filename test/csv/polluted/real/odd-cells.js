import { realFile } from '../real-file.js';

/** Sound files whose cells look like another dialect, and a few that are nearly sound. */
export const oddCells = [
  realFile({
    kind: 'odd cells',
    name: 'formulas around numbers',
    text: `
      id,code,n
      1,="00123",5
      2,="00456",6
      `,
    expected: `
      id,code,n
      1,"=""00123""",5
      2,"=""00456""",6
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'JSON in quotes',
    lineEnd: '\n',
    text: `
      id;data
      1;"{""a"": 1, ""b"": [2; 3]}"
      2;"{""a"": 2, ""b"": []}"
      3;"{}"
      `,
    expected: `
      id,data
      1,"{""a"": 1, ""b"": [2; 3]}"
      2,"{""a"": 2, ""b"": []}"
      3,"{}"
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'more semicolons than commas',
    lineEnd: '\n',
    text: `
      id,tags
      1,a;b;c
      2,d;e;f
      3,g;h;i
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'times, paths and ratios',
    lineEnd: '\n',
    text: `
      time,path,ratio
      10:00:01,/a/b|c,1:2
      10:00:02,/a/d|e,3:4
      10:00:03,/a/f|g,5:6
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'lines of letters in quotes',
    text: `
      id,letter,mark
      1,"Dear Ann,
      # not a comment
      4,5,6
      'yours'
      ",7
      2,"Dear Bob,
      ",8
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'backslash N for nothing',
    lineEnd: '\n',
    text: `
      1\tAnn\t\\N
      2\t\\N\tRome
      3\tCid\tBern
      `,
    expected: `
      1,Ann,\\N
      2,\\N,Rome
      3,Cid,Bern
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'years in the header',
    lineEnd: '\n',
    text: `
      Country,2000,2001,2002
      Norway,4.49,4.51,4.54
      Italy,56.9,57.0,57.1
      Chile,15.3,15.5,15.7
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'the same and empty names in the header',
    lineEnd: '\n',
    text: `
      id,,name,name
      1,a,Ann,Andy
      2,b,Bob,Bert
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'text in all cells',
    lineEnd: '\n',
    text: `
      fruit,colour
      apple,red
      lemon,yellow
      plum,blue
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'empty fields everywhere',
    lineEnd: '\n',
    text: `
      a,b,c
      ,,
      ,x,
      ,,
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'thousands in quotes',
    lineEnd: '\n',
    text: `
      City,People
      Oslo,"709,037"
      Rome,"2,748,109"
      Bern,"134,591"
      `,
  }),
  realFile({
    kind: 'odd cells',
    name: 'a name in apostrophes, cells in spaces',
    lineEnd: '\n',
    text: `
      id , name , 'alias'
      1 , Ann , 'andy'
      2 , Bob , 'bert'
      `,
  }),
  realFile({
    kind: 'preamble',
    name: 'a long report around a small table',
    lineEnd: '\n',
    text: `
      ACME Ltd
      Monthly report
      Made by: Ann
      Made on: 2024-02-01
      Confidential

      Branch,Sales,Costs,Staff
      North,10,7,3
      South,20,9,4
      East,30,11,5
      West,40,13,6
      Place 1,10,7,1
      Place 2,20,14,2
      Place 3,30,21,3
      Place 4,40,28,4
      Place 5,50,35,5
      Place 6,60,42,6
      Place 7,70,49,7
      Place 8,80,56,8

      End of report
      `,
    expected: `
      Branch,Sales,Costs,Staff
      North,10,7,3
      South,20,9,4
      East,30,11,5
      West,40,13,6
      Place 1,10,7,1
      Place 2,20,14,2
      Place 3,30,21,3
      Place 4,40,28,4
      Place 5,50,35,5
      Place 6,60,42,6
      Place 7,70,49,7
      Place 8,80,56,8
      `,
  }),
  realFile({
    kind: 'preamble',
    name: 'commas in the sentences before the table',
    lineEnd: '\n',
    text: `
      This export was made for Ann, Bob, Cid, Dot, and others.
      Please, do not reply.
      id,name,city
      1,Ann,Oslo
      2,Bob,Rome
      3,Cid,Bern
      4,Dot,Bonn
      5,Eve,Kiel
      6,Fay,Lyon
      7,Gus,Nice
      8,Hal,York
      `,
    expected: `
      id,name,city
      1,Ann,Oslo
      2,Bob,Rome
      3,Cid,Bern
      4,Dot,Bonn
      5,Eve,Kiel
      6,Fay,Lyon
      7,Gus,Nice
      8,Hal,York
      `,
  }),
  realFile({
    kind: 'footer',
    name: 'several lines at the end',
    lineEnd: '\n',
    text: `
      id;name;city
      1;Ann;Oslo
      2;Bob;Rome
      3;Cid;Bern
      4;Dot;Bonn
      5;Eve;Kiel
      6;Fay;Lyon
      7;Gus;Nice
      8;Hal;York

      Legend:
      city = place of birth
      `,
    expected: `
      id,name,city
      1,Ann,Oslo
      2,Bob,Rome
      3,Cid,Bern
      4,Dot,Bonn
      5,Eve,Kiel
      6,Fay,Lyon
      7,Gus,Nice
      8,Hal,York
      `,
  }),
  realFile({
    kind: 'line ends',
    name: 'CR CR LF',
    lineEnd: '\r\r\n',
    text: `
      id,name
      1,Ann
      2,Bob
      3,Cid
      `,
  }),
  realFile({
    kind: 'line ends',
    name: 'CR only, with quotes',
    lineEnd: '\r',
    text: `
      id,name
      1,"Ann, A."
      2,"Bob ""B"" B."
      3,Cid
      `,
  }),
  realFile({
    kind: 'line ends',
    name: 'a DOS end of file',
    text: 'id,name\n1,Ann\n2,Bob\n3,Cid\n4,Dot\n\x1a',
    expected: 'id,name\n1,Ann\n2,Bob\n3,Cid\n4,Dot\n',
  }),
  realFile({
    kind: 'delimiter',
    name: 'a Markdown table',
    lineEnd: '\n',
    text: `
      | id | name |
      |----|------|
      | 1  | Ann  |
      | 2  | Bob  |
      `,
    expected: `
      id,name
      1,Ann
      2,Bob
      `,
  }),
  realFile({
    kind: 'delimiter',
    name: 'tabs and spaces around values',
    lineEnd: '\n',
    text: `
      id\tname \tcity
       1\tAnn A.\tOslo
       2\tBob B.\tRome
      10\tCid C.\tBern
      `,
    expected: `
      id,name,city
      1,Ann A.,Oslo
      2,Bob B.,Rome
      10,Cid C.,Bern
      `,
  }),
  realFile({
    kind: 'delimiter',
    name: 'several spaces between columns',
    lineEnd: '\n',
    text: `
      id   name   city
      1    Ann    Oslo
      2    Bob    Rome
      10   Cid    Bern
      `,
    expected: `
      id,name,city
      1,Ann,Oslo
      2,Bob,Rome
      10,Cid,Bern
      `,
  }),
  realFile({
    kind: 'delimiter',
    name: 'a unit separator',
    lineEnd: '\n',
    text: `
      id\x1fname\x1fcity
      1\x1fAnn, A.\x1fOslo
      2\x1fBob, B.\x1fRome
      3\x1fCid, C.\x1fBern
      `,
    expected: `
      id,name,city
      1,"Ann, A.",Oslo
      2,"Bob, B.",Rome
      3,"Cid, C.",Bern
      `,
  }),
];
