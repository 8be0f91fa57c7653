/** Ensures that a bucket belongs to this installation before anything is written into it. */
import { z } from 'zod';
import { BucketAway } from './bucket-fault.ts';
import { folderId } from './folder-id.ts';
import type { S3Bucket } from './s3-bucket.ts';

const idShape = z.object({ installation_id: z.string() });

/** Marks an empty bucket as this installation’s. Throws if it is another’s, or holds files of nobody. */
export async function pairBucket(bucket: S3Bucket, folder: string): Promise<void> {
  const installation_id = await folderId(folder);
  if (installation_id === null) throw new BucketAway('no-installation', null);
  const text = await bucket.readText(bucket.keys.installation);
  if (text !== null) {
    if (idShape.safeParse(JSON.parse(text)).data?.installation_id === installation_id) return;
    throw new BucketAway('bucket-of-another-installation', null);
  }
  for await (const { key } of bucket.list(bucket.keys.prefix)) {
    if (bucket.keys.nameOf(key) !== null) throw new BucketAway('bucket-not-empty', null);
  }
  await bucket.writeText(bucket.keys.installation, JSON.stringify({ installation_id }));
}
