/** Provides the terminal output of the commands `backup` and `restore`: progress and errors. */
import { BackupFault } from '@rhythmdesk/server/platform/backup/backup-manifest';
import { BucketAway } from '@rhythmdesk/server/platform/files/bucket-fault';
import type { Progress } from '@rhythmdesk/server/platform/backup/write-backup';

const everyMs = 5_000;

export const show = (text: string): void => void process.stdout.write(`${text}\n`);

export function sizeText(bytes: number): string {
  const mb = bytes / 1024 ** 2;
  return mb < 1024 ? `${mb.toFixed(1)} MB` : `${(mb / 1024).toFixed(2)} GB`;
}

/** Writes a line to the error output every few seconds. */
export function progressLine(verb: string): Progress {
  let said = performance.now();
  return ({ files, bytes }) => {
    if (performance.now() - said < everyMs) return;
    said = performance.now();
    process.stderr.write(`${String(files)} files, ${sizeText(bytes)} ${verb}\n`);
  };
}

/** The exit code if another release of the product can do what this one refuses; `rhythmdesk backup` then asks that one. */
export const otherReleaseCode = 3;

/** Prints an error that the operator can fix as one sentence, without a stack. Returns the exit code. */
export async function inPlainWords(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof BackupFault) && !(fault instanceof BucketAway)) throw fault;
    process.stderr.write(`${fault.message}\n`);
    return fault.code === 'backup/release' ? otherReleaseCode : 1;
  }
}
