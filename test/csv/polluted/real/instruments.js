import { realFile } from '../real-file.js';

const LONG = Array.from({ length: 300 }, (_, index) => `c${index}`);

/** What instruments, simulations and solvers write. */
export const instruments = [
  realFile({
    kind: 'instrument',
    name: 'key: value lines, then a table with tabs',
    lineEnd: '\n',
    text: `
      Instrument: Spectrometer 3
      Operator: jk
      Date: 2020-05-01
      Gain: 10

      Wavelength\tSample\tReference
      400\t0.12\t1.00
      410\t0.15\t1.00
      420\t0.19\t0.99
      430\t0.25\t0.99
      440\t0.31\t0.98
      `,
    expected: `
      Wavelength,Sample,Reference
      400,0.12,1.00
      410,0.15,1.00
      420,0.19,0.99
      430,0.25,0.99
      440,0.31,0.98
      `,
  }),
  realFile({
    kind: 'instrument',
    name: 'a preamble of key,value lines',
    lineEnd: '\n',
    text: `
      Device,TH-20
      Serial,00417
      Interval,60
      Time,Temperature,Humidity,Battery
      2020-05-01 00:00,20.1,40,3.1
      2020-05-01 00:01,20.2,41,3.1
      2020-05-01 00:02,20.2,41,3.1
      2020-05-01 00:03,20.3,42,3.0
      2020-05-01 00:04,20.3,42,3.0
      `,
    expected: `
      Time,Temperature,Humidity,Battery
      2020-05-01 00:00,20.1,40,3.1
      2020-05-01 00:01,20.2,41,3.1
      2020-05-01 00:02,20.2,41,3.1
      2020-05-01 00:03,20.3,42,3.0
      2020-05-01 00:04,20.3,42,3.0
      `,
  }),
  realFile({
    kind: 'instrument',
    name: 'units below the header',
    lineEnd: '\n',
    text: `
      Time;Force;Way
      s;N;mm
      0.00;0.1;0.0
      0.10;1.2;0.1
      0.20;2.4;0.2
      0.30;3.1;0.3
      `,
    expected: `
      Time s,Force N,Way mm
      0.00,0.1,0.0
      0.10,1.2,0.1
      0.20,2.4,0.2
      0.30,3.1,0.3
      `,
  }),
  realFile({
    kind: 'instrument',
    name: 'spaces between numbers',
    lineEnd: '\n',
    text: `
      x y z
      0.0 1.5 2.5
      0.1 1.6 2.4
      0.2 1.7 2.3
      0.3 1.8 2.2
      `,
    expected: `
      x,y,z
      0.0,1.5,2.5
      0.1,1.6,2.4
      0.2,1.7,2.3
      0.3,1.8,2.2
      `,
  }),
  realFile({
    kind: 'instrument',
    name: 'comments with #',
    lineEnd: '\n',
    text: `
      # station 12, north
      # unit: degrees
      time,temperature,humidity
      00:00,20.1,40
      00:10,20.2,40
      # sensor changed, calibrated
      00:20,19.8,40
      00:30,19.9,40
      `,
    expected: `
      time,temperature,humidity
      00:00,20.1,40
      00:10,20.2,40
      00:20,19.8,40
      00:30,19.9,40
      `,
  }),
  realFile({
    kind: 'instrument',
    name: 'comments with % and no header',
    lineEnd: '\n',
    text: `
      % run 17
      % beam on
      1,0.5,0.25,7
      2,0.6,0.36,7
      3,0.7,0.49,7
      4,0.8,0.64,7
      `,
    expected: `
      1,0.5,0.25,7
      2,0.6,0.36,7
      3,0.7,0.49,7
      4,0.8,0.64,7
      `,
  }),
  realFile({
    kind: 'instrument',
    name: 'a header behind #',
    lineEnd: '\n',
    text: `
      #time,voltage,current
      0.0,1.1,0.01
      0.1,1.2,0.02
      0.2,1.3,0.03
      `,
  }),
  realFile({
    kind: 'numbers',
    name: 'numbers without a header',
    lineEnd: '\n',
    text: `
      5.1,3.5,1.4,0.2,a
      4.9,3.0,1.4,0.2,a
      6.2,2.9,4.3,1.3,b
      5.9,3.0,5.1,1.8,c
      `,
  }),
  realFile({
    kind: 'numbers',
    name: 'a wide table of numbers',
    lineEnd: '\n',
    text: `${[LONG, ...[1, 2, 3].map(row => LONG.map((_, index) => index * row))].map(row => row.join(',')).join('\n')}\n`,
  }),
  realFile({
    kind: 'numbers',
    name: 'scientific notation with tabs and no header',
    lineEnd: '\n',
    text: `
      1.0e-3\t2.5E+2\t-3
      1.1e-3\t2.6E+2\t-4
      1.2e-3\t2.7E+2\tNaN
      `,
    expected: `
      1.0e-3,2.5E+2,-3
      1.1e-3,2.6E+2,-4
      1.2e-3,2.7E+2,NaN
      `,
  }),
  realFile({
    kind: 'ragged',
    name: 'ragged measurements',
    lineEnd: '\n',
    text: `
      probe,t1,t2,t3,t4
      a,1.0,1.1,1.2,1.3
      b,2.0,2.1
      c,3.0,3.1,3.2,3.3
      d,4.0,4.1,4.2
      e,5.0,5.1,5.2,5.3
      f,6.0,6.1,6.2,6.3
      `,
  }),
  realFile({
    kind: 'ragged',
    name: 'lists of any length, without a header',
    lineEnd: '\n',
    text: `
      milk,bread,eggs
      bread
      milk,beer
      bread,butter,jam,tea
      `,
  }),
  realFile({
    kind: 'solver',
    name: 'one record with an extra field that is a line end',
    lineEnd: '\n',
    text: `
      "solver";"instance";"status";"objective"
      "cp";"queens-8";"optimal";"12";"
      "
      `,
    expected: `
      "solver","instance","status","objective"
      "cp","queens-8","optimal","12","
      "
      `,
  }),
  realFile({
    kind: 'solver',
    name: 'iterations, with ; and all in quotes',
    lineEnd: '\n',
    text: `
      "iteration";"bound";"gap"
      "1";"10,5";"0,9"
      "2";"11,0";"0,5"
      "3";"11,5";"0,0"
      `,
    expected: `
      iteration,bound,gap
      1,"10,5","0,9"
      2,"11,0","0,5"
      3,"11,5","0,0"
      `,
  }),
  realFile({
    kind: 'instrument',
    name: 'a data section in brackets',
    lineEnd: '\n',
    text: `
      [Header]
      Version,3
      [Data]
      Sample_ID,Lane,Index,Project
      s1,1,ACGT,p1
      s2,1,CCGT,p1
      s3,2,GCGT,p2
      s4,2,TCGT,p2
      `,
    expected: `
      Sample_ID,Lane,Index,Project
      s1,1,ACGT,p1
      s2,1,CCGT,p1
      s3,2,GCGT,p2
      s4,2,TCGT,p2
      `,
  }),
  realFile({
    kind: 'instrument',
    name: 'CR and CRLF mixed',
    lineEnd: '\r',
    text: `
      time,value
      1,10
      2,20\r
      3,30
      4,40
      `,
    expected: `
      time,value
      1,10
      2,20
      3,30
      4,40
      `,
  }),
];
