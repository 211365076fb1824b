import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startLocalS3 } from '../../local-s3/server.js';

// A server in its own process, for a test that kills it.
const { endpoint, credentials } = await startLocalS3({ folder: process.argv[2] ?? '' });
await new S3Client({ endpoint, credentials, region: 'eu-west-1' }).send(new CreateBucketCommand({ Bucket: 'bucket' }));
process.send?.(endpoint);
