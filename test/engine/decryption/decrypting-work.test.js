import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';
import { decodeCheckpoint, encodeCheckpoint } from '../../../src/checkpoint/checkpoint.js';
import { mayBeWrongPassword } from '../../../src/engine/decryption/wrong-password.js';
import { engineStage, positionInArchive } from '../../../src/engine/stage.js';
import { pendingOutcome } from '../../../src/entry-outcome.js';
import { ArchiveError } from '../../../src/errors.js';
import { KEYED, ruleOf } from '../../csv/edit-entry.js';
import { encryptBytes } from '../../support/encrypt.js';
import { randomOf } from '../../support/random.js';
import { drawEntry, inOneGo, inTurns } from '../stage-turns.js';

/** @import { Encryption } from '../../../src/archive/encryption.js' */
/** @import { CsvRule, Rule } from '../../../src/recipe/recipe.js' */
/** @import { Random } from '../../support/random.js' */

const PASSWORD = Buffer.from('pässword');

/** @param {Random} random @returns {Encryption} */
function drawEncryption(random) {
  if (random.chance(0.4)) return { kind: 'zipcrypto', checkByte: random.below(256) };
  return { kind: 'aes', version: random.pick([1, 2]), strength: random.pick([1, 2, 3]) };
}

/**
 * @param {Buffer} content
 * @param {Encryption} encryption
 * @param {{ isStored?: boolean, raw?: Buffer }} [how]
 */
function entryOf(content, encryption, { isStored = false, raw } = {}) {
  const compressed = raw ?? (isStored ? content : deflateRawSync(content, { level: 1 }));
  const bytes = encryptBytes(compressed, encryption, PASSWORD, Buffer.from('0123456789abcdef'));
  const isSilent = encryption.kind === 'aes' && encryption.version === 2;
  /** @type {any} */
  const entry = {
    name: 'a.csv',
    method: isStored ? 0 : 8,
    bytes: content.length,
    compressedBytes: bytes.length,
    crc32: isSilent ? null : crc32(content),
    encryption,
  };
  return { entry, bytes };
}

/**
 * Copies an entry, or edits it.
 *
 * @param {{ entry: any, bytes: Buffer }} encrypted
 * @param {{ chunkBytes?: number, password?: Buffer, pause?: AbortSignal, csv?: Partial<CsvRule> }} [how]
 */
async function copyEntry({ entry, bytes }, { chunkBytes = 65_536, password = PASSWORD, pause, csv } = {}) {
  const outcome = pendingOutcome(entry, 'copy');
  /** @type {Rule} */
  const rule = csv ? { action: 'csv', csv: ruleOf(csv) } : { action: 'copy' };
  const { stage } = engineStage({
    ...KEYED,
    ...{ entry, outcome, password, pause, state: undefined, rule, maxDescribed: 0 },
    limits: { maxRecordBytes: 1000 },
    reject: async () => {},
    explain: async () => {},
    onProgress: () => {},
  });
  const chunks = [];
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    chunks.push(Buffer.from(bytes.subarray(start, start + chunkBytes)));
  }
  const output = [];
  for await (const block of stage(chunks, RUNNING)) output.push(Buffer.from(block));
  return { output: Buffer.concat(output), outcome };
}

/** @type {Encryption[]} */
const KINDS = [
  { kind: 'zipcrypto', checkByte: 7 },
  ...[1, 2].flatMap(version =>
    [1, 2, 3].map(strength => /** @type {Encryption} */ ({ kind: 'aes', version, strength })),
  ),
];

for (const encryption of KINDS) {
  test(`decrypts ${JSON.stringify(encryption)} in chunks of any size, stored and deflated, of any length`, async () => {
    const random = randomOf(1);
    for (const length of [0, 1, 15, 16, 17, 63, 64, 65, 65_500, 65_520, 65_536, 200_001]) {
      const content = random.bytes(length);
      for (const isStored of [true, false]) {
        for (const chunkBytes of length < 100 ? [1, 7, 65_536] : [4093, 300_000]) {
          for (const pause of [undefined, new AbortController().signal]) {
            const { output, outcome } = await copyEntry(entryOf(content, encryption, { isStored }), {
              chunkBytes,
              ...(pause && { pause }),
            });
            assert.ok(output.equals(content), `${length} bytes`);
            assert.equal(outcome.crc32, crc32(content).toString(16).padStart(8, '0'));
          }
        }
      }
    }
  });
}

test('archive/wrong-password comes before a byte is inflated', async () => {
  const content = Buffer.from('a'.repeat(100_000));
  for (const encryption of KINDS) {
    /** @type {any} */
    const error = await copyEntry(entryOf(content, encryption), { password: Buffer.from('open sesame') }).catch(e => e);
    assert.equal(error.code, 'archive/wrong-password');
    assert.ok(!error.message.includes('sesame'));
  }
});

test('what a wrong password that ZipCrypto does not notice makes of an entry is an error that says so', async () => {
  const encrypted = entryOf(Buffer.from('some text, '.repeat(1000)), KINDS[0]);
  let passed = 0;
  for (let number = 0; number < 2000; number++) {
    /** @type {any} */
    const error = await copyEntry(encrypted, { password: Buffer.from(`wrong ${number}`) }).catch(e => e);
    assert.match(error.code, /^archive\/(wrong-password|corrupt|crc-mismatch|size-mismatch)$/);
    if (error.code === 'archive/wrong-password') continue;
    passed += 1;
    assert.match(error.message, /; or the password is wrong: ZipCrypto/);
  }
  assert.ok(passed > 0 && passed < 40, `${passed} of 2000`);
});

test('what a wrong password may have made says so, also if it is beyond a limit; AES does not blame it for a table', async () => {
  const content = Buffer.from('some text, '.repeat(1000));
  for (const encryption of KINDS) {
    const encrypted = entryOf(content, encryption, { isStored: true });
    const isAes = encryption.kind === 'aes';
    const hint = isAes
      ? /; or the password is wrong: AES.* one in 65,536$/
      : /; or the password is wrong: ZipCrypto.* one in 256$/;
    const { entry } = encrypted;
    await assert.rejects(copyEntry({ ...encrypted, entry: { ...entry, bytes: 7 } }), { message: hint });
    for (const [text, code] of /** @type {const} */ ([
      ['a'.repeat(5000), 'limit/record'],
      ['id,name\n1,Ada\n', 'csv/missing-field'],
    ])) {
      const table = entryOf(Buffer.from(text), encryption, { isStored: true });
      /** @type {any} */
      const error = await copyEntry(table, { csv: { drop: ['mail'] } }).catch(e => e);
      assert.equal(error.code, code);
      assert.equal(hint.test(error.message), !isAes, error.message);
      assert.equal(mayBeWrongPassword(error, entry), !isAes);
    }
  }
  assert.ok(!mayBeWrongPassword(new ArchiveError('archive/corrupt', ''), { encryption: null }));
});

test('an empty entry is empty, also with an encryption and zstd as its method', async () => {
  for (const encryption of KINDS) {
    const { entry, bytes } = entryOf(Buffer.alloc(0), encryption, { isStored: true });
    entry.method = 93;
    for (const pause of [undefined, new AbortController().signal]) {
      const { output, outcome } = await copyEntry({ entry, bytes }, pause && { pause });
      assert.deepEqual([output.length, outcome.crc32], [0, '00000000']);
      const wrong = Buffer.from('open sesame');
      await assert.rejects(copyEntry({ entry, bytes }, { password: wrong }), { code: 'archive/wrong-password' });
    }
  }
});

test('an entry with any bit changed, or cut off anywhere, fails', async () => {
  const random = randomOf(2);
  for (const encryption of KINDS) {
    for (const isStored of [true, false]) {
      const { entry, bytes } = entryOf(random.bytes(300), encryption, { isStored });
      for (let round = 0; round < 40; round++) {
        const damaged = Buffer.from(bytes);
        const bit = round < 20 ? 8 * bytes.length - 1 - 7 * round : random.below(8 * bytes.length);
        // A ZipCrypto header is random but for its last byte; each byte changes the keys.
        damaged[bit >>> 3] ^= 1 << (bit & 7);
        await assert.rejects(copyEntry({ entry, bytes: damaged }), { code: /^archive\// }, `bit ${bit}`);
        await assert.rejects(copyEntry({ entry, bytes: bytes.subarray(0, bit >>> 3) }), `cut at ${bit >>> 3}`);
      }
    }
  }
});

test('an authentication code that does not fit is archive/hmac-mismatch, also where the CRC-32 would not tell', async () => {
  const { entry, bytes } = entryOf(Buffer.from('text'), { kind: 'aes', version: 2, strength: 3 }, { isStored: true });
  for (const position of [18, bytes.length - 1]) {
    const damaged = Buffer.from(bytes);
    damaged[position] ^= 1;
    for (const pause of [undefined, new AbortController().signal]) {
      await assert.rejects(copyEntry({ entry, bytes: damaged }, pause && { pause }), { code: 'archive/hmac-mismatch' });
    }
  }
});

test('an encrypted entry comes out the same in any number of turns', { timeout: 300_000 }, async () => {
  let turned = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const drawn = drawEntry(seed);
    const random = randomOf(seed);
    const encryption = drawEncryption(random);
    const once = await inOneGo(drawn);
    const bytes = encryptBytes(drawn.compressed, encryption, PASSWORD, Buffer.from('0123456789abcdef'));
    const entry = { ...drawn.entry, encryption, compressedBytes: bytes.length };
    const { turns, ...come } = await inTurns({ ...drawn, entry, compressed: bytes, password: PASSWORD }, random);
    turned += turns;
    if (once.error === null) assert.deepEqual(come, once, `seed ${seed}`);
    // With a wrong CRC-32 as well, either may come first.
    else if (entry.crc32 !== 1)
      assert.ok(come.error?.startsWith(once.error), `seed ${seed}: ${come.error} ${once.error}`);
    else assert.notEqual(come.error, null);
  }
  assert.ok(turned > 200, `${turned} turns`);
});

test('decrypts what zstd has compressed, and checks its authentication code', async () => {
  const content = Buffer.from('some text, '.repeat(50_000));
  for (const encryption of KINDS) {
    const { entry, bytes } = entryOf(content, encryption, { raw: zstdCompressSync(content) });
    entry.method = 93;
    const { output } = await copyEntry({ entry, bytes }, { chunkBytes: 41 });
    assert.ok(output.equals(content));
    if (encryption.kind === 'zipcrypto') continue;
    bytes[bytes.length - 1] ^= 1;
    await assert.rejects(copyEntry({ entry, bytes }), { code: 'archive/hmac-mismatch' });
  }
});

test('a suspended entry is read on behind what was decrypted, which need not be what was inflated', async () => {
  const content = Buffer.from('0123456789'.repeat(100_000));
  const { entry, bytes } = entryOf(content, KINDS[0]);
  const pause = new AbortController();
  const outcome = pendingOutcome(entry, 'copy');
  const { stage, suspendedState } = engineStage({
    ...KEYED,
    ...{ entry, outcome, password: PASSWORD, pause: pause.signal, state: undefined, rule: { action: 'copy' } },
    ...{ maxDescribed: 0, limits: { maxRecordBytes: 1000 } },
    reject: async () => {},
    explain: async () => {},
    onProgress: () => pause.abort(),
  });
  for await (const _ of stage([bytes], RUNNING));
  const state = /** @type {NonNullable<ReturnType<typeof suspendedState>>} */ (suspendedState());
  const { decryption } = decodeCheckpoint(Buffer.concat(encodeCheckpoint(state)));
  assert.equal(positionInArchive(state), 12 + state.reader.position + decryption.ahead.length);
  assert.ok(decryption.ahead.length > 0);
});

test('a stored entry that is copied resumes before what was decrypted ahead, as older checkpoints have it', async () => {
  const content = randomOf(3).bytes(200_000);
  for (const encryption of KINDS) {
    const { entry, bytes } = entryOf(content, encryption, { isStored: true });
    const pause = new AbortController();
    /** @param {any} state */
    const stageFrom = state =>
      engineStage({
        ...KEYED,
        ...{ entry, outcome: pendingOutcome(entry, 'copy'), password: PASSWORD, state, rule: { action: 'copy' } },
        ...{ maxDescribed: 0, limits: { maxRecordBytes: 1000 }, pause: state ? undefined : pause.signal },
        reject: async () => {},
        explain: async () => {},
        onProgress: () => pause.abort(),
      });
    const { stage, suspendedState } = stageFrom(undefined);
    const output = [];
    for await (const block of stage([bytes.subarray(0, 100_000), bytes.subarray(100_000)], RUNNING)) output.push(block);
    const state = /** @type {any} */ (suspendedState());
    const end = state.reader.position;
    assert.ok(Buffer.concat(output).equals(content.subarray(0, end)));
    const start = end - 1000;
    const older = {
      ...state,
      reader: { position: start },
      verified: { bytes: start, crc32: crc32(content.subarray(0, start)) },
      decryption: { ...state.decryption, ahead: content.subarray(start, end) },
    };
    const rest = [];
    for await (const block of stageFrom(older).stage([bytes.subarray(positionInArchive(state))], RUNNING))
      rest.push(block);
    assert.ok(Buffer.concat(rest).equals(content.subarray(start)));
  }
});

const RUNNING = { signal: new AbortController().signal };
