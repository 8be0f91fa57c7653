/** Names the objects of a bucket. */
import { namePattern, partOf } from './disk-place.ts';
import { FileFault } from './file-store.ts';

const removedIn = 'removed/';
const uploadsIn = 'uploads/';

export function bucketKeys(prefix: string) {
  const named = (sha256: string): string => {
    if (!namePattern.test(sha256)) throw new FileFault('files/bad-name', 'not the name of a stored file');
    return sha256;
  };
  return {
    prefix,
    /** The id of the installation that the bucket belongs to. */
    installation: `${prefix}installation.json`,
    file: (sha256: string) => `${prefix}${partOf(named(sha256))}/${sha256}`,
    sums: (sha256: string) => `${prefix}${partOf(named(sha256))}/${sha256}.sums`,
    removed: `${prefix}${removedIn}`,
    /** A file that was removed on this day, as `YYYY-MM-DD`. */
    removedFile: (day: string, sha256: string) => `${prefix}${removedIn}${day}/${named(sha256)}`,
    /** Begins the keys of all parts of uploads. */
    uploads: `${prefix}${uploadsIn}`,
    /** Begins the keys of an upload’s parts. */
    upload: (upload_id: string) => `${prefix}${uploadsIn}${upload_id}/`,
    uploadPart: (upload_id: string, index: number, sha256: string) =>
      `${prefix}${uploadsIn}${upload_id}/${String(index)}-${named(sha256)}`,
    /** Returns the name of a stored file; null for every other object. */
    nameOf: (key: string): string | null => {
      const name = key.slice(prefix.length + 3);
      const isFile = namePattern.test(name) && key === `${prefix}${partOf(name)}/${name}`;
      return isFile ? name : null;
    },
  };
}
export type BucketKeys = ReturnType<typeof bucketKeys>;
