import { realFile } from '../real-file.js';

/** Spreadsheets that were made for people to read, and then saved as CSV. */
export const spreadsheets = [
  realFile({
    kind: 'spreadsheet',
    name: 'meetings below a title',
    text: `
      Meetings,,,
      Name,Date,Person met,Purpose
      Minister A,March 2012,Water Ltd,Introduction
      Minister A,March 2012,"Farmers, Union",Prices
      Minister B,April 2012,Road Works plc,Planning
      Minister B,May 2012,Rail Friends,Timetable
      `,
    expected: `
      Name,Date,Person met,Purpose
      Minister A,March 2012,Water Ltd,Introduction
      Minister A,March 2012,"Farmers, Union",Prices
      Minister B,April 2012,Road Works plc,Planning
      Minister B,May 2012,Rail Friends,Timetable
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'gifts below a title and an empty row',
    text: `
      "Department of Parks: gifts given over £140",,,,
      ,,,,
      Minister,Date given,To,Gift,Value
      A. Smith,01/04/2013,Mayor,Bowl,£150
      A. Smith,04/04/2013,Envoy,Vase,£200
      B. Jones,09/05/2013,Guest,Book,£145
      `,
    expected: `
      Minister,Date given,To,Gift,Value
      A. Smith,01/04/2013,Mayor,Bowl,£150
      A. Smith,04/04/2013,Envoy,Vase,£200
      B. Jones,09/05/2013,Guest,Book,£145
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'pounds in Latin-1',
    encoding: 'latin1',
    text: `
      Supplier,Date,Amount
      Water Ltd,01/04/2013,£1500.00
      Café Roma,02/04/2013,£90.10
      Road Works plc,03/04/2013,£20.00
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'travel with a merged header',
    text: `
      ,,TRAVEL,,
      Name,Date,Air,Rail,Car
      A. Smith,01/04/2013,120.00,0,10.50
      B. Jones,02/04/2013,0,80.20,0
      C. Brown,03/04/2013,0,15.00,7.00
      D. White,04/04/2013,99.00,0,0
      `,
    expected: `
      Name,Date,TRAVEL Air,TRAVEL Rail,TRAVEL Car
      A. Smith,01/04/2013,120.00,0,10.50
      B. Jones,02/04/2013,0,80.20,0
      C. Brown,03/04/2013,0,15.00,7.00
      D. White,04/04/2013,99.00,0,0
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'expenses with two merged headers below a title',
    text: `
      Expenses of senior officials,,,,,
      ,,,,,
      ,,TRAVEL,,OTHER,
      Dates,Destination,Air,Rail,Hotel,Meals
      01/04/2013,Leeds,,80.20,60.00,12.00
      07/04/2013,Bonn,210.00,,120.00,30.00
      09/04/2013,York,,45.00,,5.00
      11/04/2013,Bath,,55.00,,6.00
      `,
    expected: `
      Dates,Destination,TRAVEL Air,TRAVEL Rail,OTHER Hotel,OTHER Meals
      01/04/2013,Leeds,,80.20,60.00,12.00
      07/04/2013,Bonn,210.00,,120.00,30.00
      09/04/2013,York,,45.00,,5.00
      11/04/2013,Bath,,55.00,,6.00
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'empty rows of delimiters at the end',
    text: `
      Name,Date,Amount
      A,01/04/2013,1
      B,02/04/2013,2
      C,03/04/2013,3
      ,,
      ,,
      ,,
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'notes at the end, as wide as the table',
    text: `
      Name,Date,Amount
      A,01/04/2013,1
      B,02/04/2013,2
      C,03/04/2013,3
      ,,
      Note: amounts are in thousands,,
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'notes at the end, in one cell',
    text: `
      Name,Date,Amount
      A,01/04/2013,1
      B,02/04/2013,2
      C,03/04/2013,3
      D,04/04/2013,4

      Note: amounts are in thousands
      Source: Department of Parks
      `,
    expected: `
      Name,Date,Amount
      A,01/04/2013,1
      B,02/04/2013,2
      C,03/04/2013,3
      D,04/04/2013,4
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'two tables side by side',
    text: `
      Region,Sales,,Region,Costs
      North,10,,North,7
      South,20,,South,9
      East,30,,East,11
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'two tables of the same width, one under the other',
    text: `
      Minister,Date,Gift
      A. Smith,01/04/2013,Bowl
      B. Jones,02/04/2013,Vase
      ,,
      Minister,Date,Guest
      A. Smith,05/04/2013,Mayor
      B. Jones,06/04/2013,Envoy
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'two titles before two tables',
    text: `
      Gifts,,
      Minister,Date,Gift
      A. Smith,01/04/2013,Bowl
      B. Jones,02/04/2013,Vase
      C. Brown,02/04/2013,Pen
      ,,
      Hospitality,,
      Minister,Date,Guest
      A. Smith,05/04/2013,Mayor
      `,
    expected: `
      Minister,Date,Gift
      A. Smith,01/04/2013,Bowl
      B. Jones,02/04/2013,Vase
      C. Brown,02/04/2013,Pen
      ,,
      Hospitality,,
      Minister,Date,Guest
      A. Smith,05/04/2013,Mayor
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'a nil return',
    text: `
      Minister,Date,Gift
      Nil return,,
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'line breaks in cells of the header',
    text: `
      "Name of
      Minister","Date
      (month)",Purpose
      A. Smith,March,"Talks,
      then lunch"
      B. Jones,April,Talks
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'empty columns at the right',
    text: `
      Name,Date,Amount,,,
      A,01/04/2013,1,,,
      B,02/04/2013,2,,,
      C,03/04/2013,3,,,
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'an empty column at the left',
    text: `
      ,Name,Date,Amount
      ,A,01/04/2013,1
      ,B,02/04/2013,2
      ,C,03/04/2013,3
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'totals in the last row',
    text: `
      Month,Sales,Costs
      January,10,5
      February,20,6
      March,30,7
      Total,60,18
      `,
  }),
  realFile({
    kind: 'spreadsheet',
    name: 'a title in one cell and an empty line',
    text: `
      Schools of the county

      School,Pupils,Teachers
      North,410,22
      South,380,19
      East,512,30
      West,222,12
      `,
    expected: `
      School,Pupils,Teachers
      North,410,22
      South,380,19
      East,512,30
      West,222,12
      `,
  }),
];
