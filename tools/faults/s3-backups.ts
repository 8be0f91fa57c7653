/**
 * Judges backups in a bucket over a real S3 store: they are made by command and killed at random moments, then completed,
 * verified, followed by a second one, thinned out, and restored elsewhere.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { invariant, type FaultReport } from './fault-program.ts';
import { checkOnDisk, command, killedCommand, wellDone, withFiles, type Place } from './s3-installation.ts';
import type { RunningStore } from './swift-store.ts';
import { withEmptyDatabase } from './throwaway-database.ts';

const kills = 6;

async function killUntilComplete(place: Place, store: RunningStore, url: string): Promise<number> {
  let killed = 0;
  for (let at = 0; at < kills; at += 1) {
    if (await killedCommand(place, store, 'backup', [url])) killed += 1;
  }
  invariant(killed > 0, 'some backups are killed before they end');
  const { output } = await wellDone(place, store, 'backup', ['--list', url]);
  for (const line of output.split('\n').filter((each) => each.endsWith('unfinished'))) {
    const [name = ''] = line.split(' ');
    const verified = await command(place, store, 'backup', ['--verify', '--name', name, url]);
    invariant(!verified.isWell && verified.output.includes('no finished backup'), 'a killed backup is none');
  }
  return killed;
}

async function judge(
  from: Place,
  to: Place,
  store: RunningStore,
  url: string,
  report: FaultReport,
): Promise<void> {
  await withFiles(from, async (addOne, names) => {
    report('backups killed', await killUntilComplete(from, store, url));
    const whole = await wellDone(from, store, 'backup', [url]);
    report('seconds of the first whole backup', whole.seconds.toFixed(1));
    report(
      'of it',
      whole.output.split('\n').find((line) => line.includes('shared')) ?? 'nothing was there before',
    );
    report(
      'seconds of reading it through',
      (await wellDone(from, store, 'backup', ['--verify', url])).seconds.toFixed(1),
    );
    const added = await addOne();
    const second = await wellDone(from, store, 'backup', [url]);
    invariant(
      second.output.includes(`${String(names.length)} stored files with`),
      'the second shares all others',
    );
    report('seconds of a second backup, one file later', second.seconds.toFixed(1));
    const kept = await wellDone(from, store, 'backup', ['--keep', '1', url]);
    invariant(kept.output.includes('1 backups are kept'), 'one backup is kept');
    await wellDone(from, store, 'backup', ['--verify', url]);
    report('seconds of the restore', (await wellDone(to, store, 'restore', [url])).seconds.toFixed(1));
    await checkOnDisk(to, [...names, added]);
    report('files restored', names.length + 1);
  });
}

export async function judgeBackups(store: RunningStore, bucket: string, report: FaultReport): Promise<void> {
  const root = await mkdtemp(path.join(tmpdir(), 's3-backups-'));
  try {
    await withEmptyDatabase((first) =>
      withEmptyDatabase((second) => {
        const from = { folder: path.join(root, 'from'), database: first };
        const to = { folder: path.join(root, 'to'), database: second };
        return judge(from, to, store, `s3://${bucket}/backups`, report);
      }),
    );
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
