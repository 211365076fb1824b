import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessEncoding } from '../../../src/csv/records/guess-encoding.js';
import { encode } from '../../support/encode.js';
import fc from '../../support/fast-check.js';

/** @type {[string, string][]} */
const TEXTS = [
  ['windows-1252', 'Nr;Straße;Ort\n1;Hauptstraße 1;Köln\n'],
  ['windows-1252', 'id,note\n1,it’s “fine” – don’t\n2,5 m³ €\n'],
  ['windows-1252', 'prénom,élève,œuvre\nZoé,été,déjà créée à côté\n'],
  ['windows-1252', 'año,niño\n¿qué?,España ñandú ½\n'],
  ['windows-1252', 'navn\nSøren Kierkegård\nÆble og øl på åen\n'],
  ['windows-1252', 'país,ação\nSão João,Açúcar e limões\n'],
  ['windows-1252', 'KÖLN;GRÖSSE;ÄÖÜ\n'],
  ['windows-1251', 'Номер;Улица;Имя\n1;Ленина 5;Анна\n'],
  ['windows-1251', 'НОМЕР;УЛИЦА\nМОСКВА;ТВЕРСКАЯ\n'],
  ['windows-1251', 'id;city\n1;Київ\n2;Харків, вулиця Сумська\n'],
  ['windows-1250', 'imię;nazwisko;miasto\nMichał;Wiśniewski;Łódź\nElżbieta;Dąbrowska;Kraków\n'],
  ['windows-1250', 'jméno;příjmení;město\nTomáš;Dvořák;Plzeň\nŽofie;Šťastná;Třebíč\n'],
  ['shift_jis', '番号,氏名,住所\n1,山田太郎,東京都千代田区\n2,さとう,カタカナ\n'],
  ['gb18030', '编号,姓名,地址\n1,张伟,北京市朝阳区建国路\n2,王芳,上海市浦东新区\n'],
  ['euc-kr', '번호,이름,주소\n1,김철수,서울특별시 강남구\n2,이영희,부산광역시 해운대구\n'],
];

for (const [encoding, text] of TEXTS) {
  test(`${encoding}: ${text.split('\n')[0]}`, () => {
    const bytes = encode(text, encoding);
    assert.equal(new TextDecoder(encoding).decode(bytes), text);
    assert.equal(guessEncoding(bytes), encoding);
  });
}

test('UTF-8 is UTF-8, also where it is cut off or a few bytes are wrong', () => {
  const text = 'Nr;Straße\n1;Köln, Münster, Öhringen\n';
  assert.equal(guessEncoding(Buffer.from('a,b\n')), 'ascii');
  assert.equal(guessEncoding(Buffer.from(`${text}ä`).subarray(0, -1)), 'utf-8');
  assert.equal(guessEncoding(Buffer.concat([Buffer.from(text), Buffer.from('2;K\xf6ln\n', 'latin1')])), 'utf-8');
  assert.equal(guessEncoding(Buffer.from('\xef\xbb\xbfStra\xdfe\n\xd6\xe4\xf6\n', 'latin1')), 'utf-8');
});

test('any bytes have a guess, and long ones take little time', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      assert.ok(new TextDecoder(guessEncoding(Buffer.from(bytes))));
    }),
  );
  for (const part of ['\xe0', '\xe0a', '\x82\xa0', '\xb0\xa1', '\xb3', 'a\xb3', '\xc0', '\x9a ']) {
    guessEncoding(Buffer.from(part.repeat(500_000), 'latin1'));
  }
});
