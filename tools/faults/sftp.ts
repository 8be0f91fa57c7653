/**
 * Sends recordings by OpenSSH's `sftp` into a watch folder while the program that watches it is killed again and again.
 *
 * Invariants: each recording is one case, whatever the moment of a kill; what is none is refused with a reason; nothing
 * stays behind; the account of the drop has no shell and sees no other folder.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiKeyRoutes } from '@rhythmdesk/contract/api-keys';
import { encodeEdf } from '@rhythmdesk/ecg/formats/edf-writer';
import { recordingZip } from '@rhythmdesk/server/features/uploads/recording-zip';
import { synthRecording } from '@rhythmdesk/server/features/uploads/test-zip';
import { userGroups } from '@rhythmdesk/server/platform/db/schema/people';
import { eq } from 'drizzle-orm';
import { api, ask } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { missing } from './installed.ts';
import { withOwnInstallation, type Installation } from './installation.ts';
import { chanceOf } from './random-input.ts';
import { checkSent } from './sender.ts';
import { sftpPrograms, sshdPath, startSftp, type SftpServer } from './sftp-server.ts';
import { until } from './until.ts';

const usualCount = 60;
const seconds = 30;

async function keyOf({ withDb, address, tokens }: Installation): Promise<string> {
  const [hospital] = await withDb((db) =>
    db.select().from(userGroups).where(eq(userGroups.name, 'Fault hospital')),
  );
  const body = { name: 'Drop', scopes: ['case.create', 'upload.history'], days: 30 };
  const path_ = api(`user/usergroup/${String(hospital?.id)}/keys`);
  const answer = await ask(address(), path_, tokens.admin, { method: 'POST', body });
  invariant(answer.status === 201, `the key was made (${String(answer.status)})`);
  return apiKeyRoutes.createApiKey.output.parse(answer.body).secret;
}

const lead = { label: 'II', sampling_hz: 250, gain_uv_per_lsb: 5, zero_lsb: 0 };

/** Every third file is in another format, and every twentieth is no recording. */
async function fileOf(number: number): Promise<{ name: string; hn_id: string | null; bytes: Uint8Array }> {
  const hn_id = `HN6${String(number).padStart(5, '0')}`;
  if (number % 20 === 19)
    return { name: `letter-${String(number)}.txt`, hn_id: null, bytes: Buffer.from('no recording') };
  if (number % 3 !== 0)
    return {
      name: `${hn_id}.zip`,
      hn_id,
      bytes: await recordingZip(synthRecording({ hn_id, seconds, seed: number })),
    };
  const samples = Int32Array.from({ length: 250 * seconds }, (_none, at) =>
    Math.round(300 * Math.sin(at / (20 + number))),
  );
  return {
    name: `${hn_id}.edf`,
    hn_id,
    bytes: encodeEdf('edf+', Date.UTC(2026, 0, 2, 12), [{ ...lead, samples }], []),
  };
}

function startWatch(settings: string): ChildProcess {
  const command = path.join(import.meta.dirname, '../commands/watch.ts');
  return spawn(process.execPath, [command, settings], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Kills the watching program at random moments until `isOver`, and leaves one running. */
async function killAgain(
  settings: string,
  isOver: () => boolean,
): Promise<{ kills: number; last: ChildProcess }> {
  const chance = chanceOf(7);
  let kills = 0;
  let program = startWatch(settings);
  while (!isOver()) {
    await sleep(1_500 + chance() * 4_000);
    program.kill('SIGKILL');
    await once(program, 'exit');
    kills += 1;
    program = startWatch(settings);
  }
  return { kills, last: program };
}

async function sendAll(server: SftpServer, folder: string, count: number): Promise<string[]> {
  const sent: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { name, hn_id, bytes } = await fileOf(number);
    const local = path.join(folder, name);
    await writeFile(local, bytes);
    // Half of the programs of devices rename a file once it is complete.
    const commands =
      number % 2 === 0
        ? [`put ${local} ${name}`]
        : [`put ${local} ${name}.part`, `rename ${name}.part ${name}`];
    await server.sftp(commands);
    if (hn_id !== null) sent.push(hn_id);
  }
  return sent;
}

async function checkWalls(server: SftpServer, report: FaultReport): Promise<void> {
  invariant(!(await server.ssh('id')).includes('uid='), 'the account of the drop has no shell');
  if (!server.isChrooted) return report('chroot', 'NOT TRIED: needs root');
  const seen = await server.sftp(['cd /', 'ls -1']);
  invariant(/^upload$/m.test(seen) && !/^etc$/m.test(seen), `only the watch folder is seen, not ${seen}`);
  const read = await server.sftp(['get /etc/passwd /dev/null']).then(
    () => true,
    () => false,
  );
  invariant(!read, 'no file outside of the drop is read');
  report('chroot', 'only the watch folder is seen');
}

const namesIn = async (folder: string): Promise<string[]> => (existsSync(folder) ? readdir(folder) : []);

async function drop(installation: Installation, count: number, report: FaultReport): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-drop-'));
  const server = await startSftp();
  let last: ChildProcess | undefined;
  try {
    await writeFile(path.join(folder, 'drop.key'), await keyOf(installation), { mode: 0o600 });
    const watched = { folder: server.inbox, key_file: 'drop.key', time_zone: 'Asia/Seoul' };
    const settings = path.join(folder, 'watch.json');
    await writeFile(
      settings,
      JSON.stringify({ address: installation.address(), settle_seconds: 1, folders: [watched] }),
    );
    await checkWalls(server, report);
    const wanted = Array.from({ length: count }, (_none, number) => number);
    const refusedCount = wanted.filter((number) => number % 20 === 19).length;
    const settled = { all: false };
    const killing = killAgain(settings, () => settled.all);
    const sent = await sendAll(server, folder, count).finally(() => {
      settled.all = true;
    });
    const killed = await killing;
    ({ last } = killed);
    const done = path.join(server.inbox, 'done');
    const refused = path.join(server.inbox, 'refused');
    await until(
      'every file is settled',
      async () =>
        (await namesIn(done)).length + (await namesIn(refused)).length >= sent.length + 2 * refusedCount,
      600_000,
    );
    invariant(
      (await namesIn(done)).length === sent.length,
      'each recording is in the folder of those that are done',
    );
    invariant(
      (await namesIn(refused)).length === 2 * refusedCount,
      'what is no recording has a reason beside it',
    );
    await installation.withDb((db) => checkSent(db, sent));
    report('recordings sent by sftp, each one case', sent.length);
    report('files refused with a reason', refusedCount);
    report('kills of the watching program', killed.kills);
  } finally {
    if (last?.exitCode === null && last.kill()) await once(last, 'exit');
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export const sftp: FaultProgram = {
  name: 'sftp',
  says: 'kills the program that watches a folder while OpenSSH’s sftp sends recordings into it',
  run: async (_size, report, count = usualCount) => {
    if (missing(sftpPrograms) !== undefined || !existsSync(sshdPath))
      return report('sshd', 'NOT RUN: not installed (apt install openssh-server)');
    await withOwnInstallation({}, (installation) => drop(installation, count, report));
  },
};
