import { realFile } from '../real-file.js';

/** What programs, databases and logs write. */
export const programs = [
  realFile({
    kind: 'database',
    name: 'backslashes before quotes',
    lineEnd: '\n',
    text: `
      "id","text","tag"
      "1","she said \\"yes, sir\\" twice","a"
      "2","plain","b"
      "3","a \\"b\\", c","c"
      "4","x","d"
      `,
    expected: `
      "id","text","tag"
      "1","she said ""yes, sir"" twice","a"
      "2","plain","b"
      "3","a ""b"", c","c"
      "4","x","d"
      `,
  }),
  realFile({
    kind: 'database',
    name: 'backslashes in paths are plain',
    lineEnd: '\n',
    text: `
      "id","path"
      "1","C:\\data\\"
      "2","D:\\"
      "3","\\\\server\\share\\"
      `,
  }),
  realFile({
    kind: 'database',
    name: 'apostrophes for quotes',
    lineEnd: '\n',
    text: `
      'id','text','n'
      '1','a, b','2'
      '2','c, d','3'
      '3','it''s','4'
      '4','e, f','5'
      `,
    expected: `
      id,text,n
      1,"a, b",2
      2,"c, d",3
      3,it's,4
      4,"e, f",5
      `,
  }),
  realFile({
    kind: 'database',
    name: 'apostrophes that are plain',
    lineEnd: '\n',
    text: `
      id,feet,text
      1,6',"it's, well"
      2,5','tis
      3,4','80s music
      `,
  }),
  realFile({
    kind: 'database',
    name: 'inches in fields without quotes',
    lineEnd: '\n',
    text: `
      id\tpart\tprice
      1\t3" pipe\t2.00
      2\t"4 inch" pipe\t2.50
      3\tvalve\t9.00
      `,
    expected: `
      id,part,price
      1,"3"" pipe",2.00
      2,"""4 inch"" pipe",2.50
      3,valve,9.00
      `,
  }),
  realFile({
    kind: 'database',
    name: 'several characters as the delimiter',
    lineEnd: '\n',
    text: `
      id||name||city
      1||Ann||Oslo
      2||Bob||Rome
      3||Cid||Bern
      `,
    expected: `
      id,name,city
      1,Ann,Oslo
      2,Bob,Rome
      3,Cid,Bern
      `,
  }),
  realFile({
    kind: 'database',
    name: 'a caret as the delimiter',
    lineEnd: '\n',
    text: `
      id^name^city
      1^Ann, A.^Oslo
      2^Bob^Rome
      3^Cid^Bern
      `,
    expected: `
      id,name,city
      1,"Ann, A.",Oslo
      2,Bob,Rome
      3,Cid,Bern
      `,
  }),
  realFile({
    kind: 'database',
    name: 'a rule below the header of psql',
    lineEnd: '\n',
    text: `
       id | name | city
      ----+------+------
        1 | Ann  | Oslo
        2 | Bob  | Rome
        3 | Cid  | Bern
      (3 rows)
      `,
    expected: `
      id,name,city
      1,Ann,Oslo
      2,Bob,Rome
      3,Cid,Bern
      `,
  }),
  realFile({
    kind: 'database',
    name: 'a colon as the delimiter, no header',
    lineEnd: '\n',
    text: `
      root:x:0:0:root:/root:/bin/sh
      mail:x:8:8:mail:/var/mail:/bin/false
      ann:x:1000:1000:Ann, A.:/home/ann:/bin/sh
      `,
    expected: `
      root,x,0,0,root,/root,/bin/sh
      mail,x,8,8,mail,/var/mail,/bin/false
      ann,x,1000,1000,"Ann, A.",/home/ann,/bin/sh
      `,
  }),
  realFile({
    kind: 'log',
    name: 'a W3C log',
    text: `
      #Software: Server 1.0
      #Version: 1.0
      #Date: 2024-01-02 00:00:00
      #Fields: date time method path status
      2024-01-02 00:00:01 GET /index.html 200
      2024-01-02 00:00:02 GET /a.css 200
      2024-01-02 00:00:05 POST /form 302
      2024-01-02 00:00:09 GET /b.png 404
      `,
    expected: `
      2024-01-02,00:00:01,GET,/index.html,200
      2024-01-02,00:00:02,GET,/a.css,200
      2024-01-02,00:00:05,POST,/form,302
      2024-01-02,00:00:09,GET,/b.png,404
      `,
  }),
  realFile({
    kind: 'log',
    name: 'sound records that begin with #',
    lineEnd: '\n',
    text: `
      tag,count
      #news,10
      #sport,20
      weather,5
      `,
  }),
  realFile({
    kind: 'log',
    name: 'an empty line between records',
    lineEnd: '\n',
    text: `
      id,name

      1,Ann

      2,Bob

      3,Cid
      `,
    expected: `
      id,name
      1,Ann
      2,Bob
      3,Cid
      `,
  }),
  realFile({
    kind: 'log',
    name: 'LF and CRLF mixed',
    lineEnd: '\n',
    text: `
      id,name\r
      1,Ann
      2,Bob\r
      3,Cid
      `,
    expected: `
      id,name
      1,Ann
      2,Bob
      3,Cid
      `,
  }),
  realFile({
    kind: 'one column',
    name: 'one column',
    lineEnd: '\n',
    text: `
      email
      ann@example.org
      bob@example.org
      cid@example.org
      `,
  }),
  realFile({
    kind: 'one column',
    name: 'one column of sentences',
    lineEnd: '\n',
    text: `
      comment
      very good
      "good, but late"
      not so good
      `,
  }),
  realFile({
    kind: 'one column',
    name: 'only text',
    lineEnd: '\n',
    text: `
      This is the manual.
      It has lines; they are short.
      Some have commas, some do not.
      `,
    expected: `
      This is the manual.
      It has lines; they are short.
      "Some have commas, some do not."
      `,
  }),
  realFile({
    kind: 'one record',
    name: 'a header only, with ;',
    lineEnd: '\n',
    text: `
      id;name;city
      `,
    expected: `
      id,name,city
      `,
  }),
  realFile({
    kind: 'one record',
    name: 'a header and one record, no final line end',
    lineEnd: '\n',
    text: 'id,name\n1,Ann',
  }),
  realFile({
    kind: 'long',
    name: 'a very long row and field',
    lineEnd: '\n',
    text: `id,text,n\n1,"${'a, b; c. '.repeat(20_000)}",2\n2,short,3\n3,"${'x'.repeat(100_000)}",4\n`,
  }),
  realFile({
    kind: 'stray quote',
    name: 'an open quote in one record',
    lineEnd: '\n',
    text: `
      id,name,city
      1,"Ann,Oslo
      2,Bob,Rome
      3,Cid,Bern
      4,"Dot, D.",Bonn
      5,"Eve, E.",Kiel
      `,
    expected: `
      id,name,city
      2,Bob,Rome
      3,Cid,Bern
      4,"Dot, D.",Bonn
      5,"Eve, E.",Kiel
      `,
  }),
  realFile({
    kind: 'stray quote',
    name: 'bytes after a closing quote in one record',
    lineEnd: '\n',
    text: `
      id,name,city
      1,"Ann" A.,Oslo
      2,Bob,Rome
      3,Cid,Bern
      4,"Dot, D.",Bonn
      5,"Eve, E.",Kiel
      `,
    expected: `
      id,name,city
      2,Bob,Rome
      3,Cid,Bern
      4,"Dot, D.",Bonn
      5,"Eve, E.",Kiel
      `,
  }),
  realFile({
    kind: 'stray quote',
    name: 'nicknames in unescaped quotes',
    lineEnd: '\n',
    text: `
      "id","name","city"
      "1","Ann "Andy" A.","Oslo"
      "2","Bob","Rome"
      "3","Cid "C" C.","Bern"
      "4","Dot","Bonn"
      `,
    expected: `
      id,name,city
      1,"Ann ""Andy"" A.",Oslo
      2,Bob,Rome
      3,"Cid ""C"" C.",Bern
      4,Dot,Bonn
      `,
  }),
  realFile({
    kind: 'stray quote',
    name: 'whole records in quotes',
    lineEnd: '\n',
    text: `
      "id,name,city"
      "1,Ann,Oslo"
      "2,Bob,Rome"
      `,
  }),
  realFile({
    kind: 'empty',
    name: 'only a mark',
    encoding: 'utf-8 with mark',
    text: '',
  }),
  realFile({
    kind: 'empty',
    name: 'only empty lines',
    text: '\n\n\n',
    expected: '',
  }),
  realFile({
    kind: 'ragged',
    name: 'more names than fields',
    lineEnd: '\n',
    text: `
      id,name,city,country
      1,Ann,Oslo
      2,Bob,Rome
      3,Cid,Bern
      `,
  }),
  realFile({
    kind: 'ragged',
    name: 'row numbers that the header lacks',
    lineEnd: '\n',
    text: `
      name,city
      1,Ann,Oslo
      2,Bob,Rome
      3,Cid,Bern
      `,
  }),
  realFile({
    kind: 'ragged',
    name: 'commas in the last column',
    lineEnd: '\n',
    text: `
      id,level,message
      1,info,started
      2,warn,slow, retrying
      3,info,done
      4,warn,slow, again, and again
      5,info,done
      `,
  }),
];
