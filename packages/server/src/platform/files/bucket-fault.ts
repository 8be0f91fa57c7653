/** Decides what a fault of an S3 client means: that there is no such object, or that the store is unavailable. */
import { FileFault } from './file-store.ts';

const absentNames: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

export const isAbsent = (fault: unknown): boolean => fault instanceof Error && absentNames.has(fault.name);

/** A store that does not answer as it should. The word names the reason, for the operator, and no file or patient. */
export class BucketAway extends FileFault {
  readonly word: string;
  constructor(word: string, cause: unknown) {
    super('files/away', `the bucket does not answer as it should: ${word}`);
    this.word = word;
    this.cause = cause;
  }
}

/** Node joins the faults of several addresses in an error without a message. */
function wordOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'unknown';
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
  return (code === '' ? fault.name : code).slice(0, 60);
}

export function awayFault(fault: unknown): unknown {
  return fault instanceof FileFault ? fault : new BucketAway(wordOf(fault), fault);
}

/** For calls for which an absent object means that the bucket itself is missing. */
export async function requireFound<Result>(call: Promise<Result | null>): Promise<Result> {
  const found = await call;
  if (found === null) throw new BucketAway('NoSuchBucket', null);
  return found;
}
