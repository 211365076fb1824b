import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import unzipper from 'unzipper';

// The script that anybody would write: `node small-naive.js BUCKET KEY OUTPUT-BUCKET`. It copies each entry to S3, 32 at a time,
// and verifies nothing.

const [, , bucket, key, outputBucket] = process.argv;
const s3 = new S3Client({});
/** @type {Set<Promise<void>>} */
const running = new Set();

/** @param {string} path @param {Buffer} bytes */
async function upload(path, bytes) {
  await s3.send(new PutObjectCommand({ Bucket: outputBucket, Key: path, Body: bytes }));
}

const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
const archive = /** @type {import('node:stream').Readable} */ (Body);
for await (const entry of archive.pipe(unzipper.Parse({ forceStream: true }))) {
  const bytes = await entry.buffer();
  while (running.size >= 32) await Promise.race(running);
  const done = upload(entry.path, bytes).finally(() => running.delete(done));
  running.add(done);
}
await Promise.all(running);
