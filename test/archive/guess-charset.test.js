import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DoubtfulNames, guessCharset } from '../../src/archive/guess-charset.js';
import { decoderOf } from '../../src/archive/name-charset.js';
import fc, { caseCount } from '../support/fast-check.js';

/** What people call files, in the charset of their system. @type {Record<string, string[]>} */
const NAMES = {
  cp437: [
    ...['Müller.csv', 'Straße.csv', 'éléphant.csv', 'été.csv', 'Käse und Brötchen.txt', 'año.csv', 'Übersicht.csv'],
    ...['ÜBERSICHT.CSV', 'naïve.csv', 'Größe.csv', 'español/niño.csv', 'cliënten.csv', 'BestellÜbersicht.csv'],
    ...['é.csv', 'créée.csv', 'ä/ö.csv', '½ inch.csv'],
  ],
  cp850: [
    'São Paulo.csv',
    'ações.csv',
    'Ørsted.csv',
    'RELATÓRIO.csv',
    'informações.csv',
    'smørrebrød.csv',
    'Ação.csv',
    'Þórður.csv',
  ],
  'windows-1252': [
    ...['Müller.csv', 'Straße.csv', 'éléphant.csv', 'été.csv', 'Käse und Brötchen.txt', 'año.csv', 'ÜBERSICHT.CSV'],
    ...['país.csv', 'más.csv', 'Größe.csv', 'Öl.csv', 'français.csv', 'København.csv', 'São Paulo.csv', 'Málaga.csv'],
    ...['données clients.csv', 'größer/Äpfel.csv', 'Résumé.csv', 'Ñandú.csv', 'informações.csv'],
    ...['Ação.csv', 'rapport – final.csv', 'l’année.csv', 'prix en €.csv', '500 €.csv'],
  ],
  cp866: [
    'Отчет.csv',
    'отчёт за год.csv',
    'КЛИЕНТЫ.csv',
    'Договор №5.csv',
    'план.txt',
    'данные/клиенты.csv',
    'ИНН.csv',
  ],
  'windows-1251': ['Отчет.csv', 'отчёт за год.csv', 'данные/клиенты.csv', 'план.txt'],
  shift_jis: [
    ...[
      '顧客.csv',
      'データ.csv',
      'テスト.csv',
      '売上2024年.csv',
      '日本語/ファイル名.csv',
      '請求書一覧.csv',
      '住所録.csv',
    ],
    ...['ひらがな.csv', '新しいフォルダー/顧客リスト.csv', '商品マスタ.csv'],
    ...['レポート.csv', '東京都.csv', '売上データ_2024年3月.csv', '表.csv/能力一覧.csv'],
  ],
  gbk: [
    '中文.csv',
    '报告.csv',
    '客户名单.csv',
    '新建文件夹/订单.csv',
    '销售数据2024.csv',
    '测试.csv',
    '员工信息表.csv',
    '订单_2024年3月.csv',
  ],
};

/** From a charset's characters to their bytes. @param {string} charset */
function encoder(charset) {
  const decode = decoderOf(charset);
  /** @type {Map<string, number[]>} */
  const bytesOf = new Map();
  for (let first = 0x80; first < 0x100; first++) {
    for (const bytes of [[first], ...Array.from({ length: 0xc0 }, (_, second) => [first, second + 0x40])]) {
      const text = decode(Buffer.from(bytes));
      if (text?.length === 1 && !bytesOf.has(text)) bytesOf.set(text, bytes);
    }
  }
  return (/** @type {string} */ name) =>
    Buffer.concat([...name].map(character => Buffer.from(bytesOf.get(character) ?? Buffer.from(character, 'ascii'))));
}

for (const [charset, names] of Object.entries(NAMES)) {
  const encode = encoder(charset);

  test(`${charset} is guessed from any of its names, and read right${charset === 'cp437' ? ': nothing is said' : ''}`, () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: 1 }), some => {
        const guess = guessCharset(some.map(encode));
        assert.deepEqual(guess, charset === 'cp437' ? null : { charset, example: some[0] });
      }),
      { numRuns: caseCount(400) },
    );
    for (const name of names) assert.equal(guessCharset([encode(name)])?.charset ?? 'cp437', charset, name);
  });
}

test('nothing is said without a name, and of bytes that are like no charset', () => {
  assert.equal(guessCharset([]), null);
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 30 }), bytes => {
      const guess = guessCharset([Buffer.from(bytes.map(byte => byte | 0x80))]);
      if (guess !== null)
        assert.equal(decoderOf(guess.charset)(Buffer.from(bytes.map(byte => byte | 0x80))), guess.example);
    }),
    { numRuns: caseCount(400) },
  );
  assert.equal(guessCharset([Buffer.from('dbdcdddedfdb', 'hex')]), null);
});

test('a guess is a charset in which all names can be read', () => {
  const [japanese, other] = [encoder('shift_jis')('顧客リスト.csv'), Buffer.from([0x41, 0xfd, 0xfe])];
  assert.equal(guessCharset([japanese])?.charset, 'shift_jis');
  assert.notEqual(guessCharset([japanese, other])?.charset, 'shift_jis');
});

test('a long name is cut where it is the example', () => {
  const [long] = [encoder('cp866')(`${'Документы '.repeat(90)}.csv`)];
  const guess = guessCharset([long]);
  assert.equal(guess?.charset, 'cp866');
  assert.ok(guess?.example.startsWith('Документы Д') && guess.example.length === 200, guess?.example);
});

test('only some of very many or very long names are looked at', () => {
  const doubtful = new DoubtfulNames();
  const short = encoder('cp866')('Документы.csv');
  doubtful.add(Buffer.alloc(60_000, short));
  for (let count = 0; count < 10_000; count++) doubtful.add(short);
  const { names } = doubtful;
  assert.deepEqual([names[0], names.at(-1)], [short, short]);
  assert.ok(names.length > 200 && Buffer.concat(names).length <= 16_384, `${names.length} names`);
});
