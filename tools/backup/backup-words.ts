/** Provides the terminal output of the commands `backup` and `restore`. */
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
