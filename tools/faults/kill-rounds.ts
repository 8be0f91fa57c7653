/**
 * Kills processes with −9 under load, round after round: the server, a worker, the postmaster, one backend, server and
 * postmaster together. Cases are written and recordings sent all the time; the client records what was acknowledged.
 *
 * Invariants: nothing acknowledged is lost, nothing happens twice, every received recording becomes one case, and every
 * restart works by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { invariant, type FaultProgram, type FaultReport, type FaultSize } from './fault-program.ts';
import { withInstallation, type Installation } from './installation.ts';
import { newJournal, checkJournal, writersOf, writeUntil } from './journal.ts';
import { checkSent, sendRecording } from './sender.ts';
import { until } from './until.ts';

const sendEvery = 5;
const longestLoadMs = 400;

type Victim = { readonly name: string; readonly strike: (installation: Installation) => Promise<void> };

async function killServer({ process: of, start }: Installation): Promise<void> {
  await of('main').kill();
  await start('main');
}

async function killBackend({ asSuperuser }: Installation): Promise<void> {
  const rows = await asSuperuser(`select pid from pg_stat_activity
    where datname = 'rhythmdesk' and application_name = 'rhythmdesk' order by random() limit 1`);
  const pid: unknown = rows[0]?.['pid'];
  if (typeof pid !== 'number') throw new Error('the server has no connection');
  process.kill(pid, 'SIGKILL');
}

const victims: readonly Victim[] = [
  { name: 'server', strike: killServer },
  {
    name: 'worker',
    strike: async ({ process: of, start }) => {
      await of('worker').kill();
      await start('worker');
    },
  },
  { name: 'one backend', strike: killBackend },
  {
    name: 'postmaster',
    strike: async ({ postmaster }) => void process.kill(await postmaster(), 'SIGKILL'),
  },
  {
    name: 'server and postmaster',
    strike: async (installation) => {
      process.kill(await installation.postmaster(), 'SIGKILL');
      await killServer(installation);
    },
  },
];

/** In the short form, the last victim represents the two programs that it kills. */
const victimsOf = (size: FaultSize): readonly Victim[] =>
  size === 'long'
    ? victims
    : victims.filter(({ name }) => ['worker', 'one backend', 'server and postmaster'].includes(name));

async function rounds(
  installation: Installation,
  { size, each }: { readonly size: FaultSize; readonly each: number },
  report: FaultReport,
): Promise<void> {
  const { tokens, address, untilReady } = installation;
  const journal = newJournal();
  const sendings: Promise<void>[] = [];
  const sent: string[] = [];
  let round = 0;
  for (const { name, strike } of victimsOf(size)) {
    const before = journal.acknowledged.size;
    for (let at = 0; at < each; at += 1, round += 1) {
      const state = { over: false };
      const isOver = (): boolean => state.over;
      const writers = writersOf[size];
      const load = writeUntil(journal, { address, token: tokens.doctor, writers, isOver });
      if (round % sendEvery === 0) {
        const hn_id = `HN${String(400_000 + round)}`;
        sent.push(hn_id);
        sendings.push(sendRecording(address, tokens.doctor, hn_id));
      }
      const known = journal.acknowledged.size;
      await until('a write is acknowledged', () => journal.acknowledged.size > known);
      await sleep(Math.random() * longestLoadMs);
      await strike(installation);
      await untilReady();
      state.over = true;
      await load;
      invariant(installation.process('main').isAlive(), 'the server runs');
    }
    report(`${name}: rounds`, each);
    report(`${name}: writes acknowledged`, journal.acknowledged.size - before);
  }
  await Promise.all(sendings);
  await installation.withDb(async (db) => {
    const late = await checkJournal(journal, db);
    report('acknowledged writes, none lost', journal.acknowledged.size);
    report(
      'writes without an answer that took place',
      `${String(late)} of ${String(journal.unanswered.size)}`,
    );
    await checkSent(db, sent);
    report('recordings received, each one case, analysed once', sent.length);
  });
}

export const killRounds: FaultProgram = {
  name: 'kill-rounds',
  says: 'kill −9 of server, worker, backend and postmaster under load loses nothing acknowledged',
  run: (size, report, count) =>
    withInstallation(size, async (installation) => {
      await installation.start('worker');
      await rounds(installation, { size, each: count ?? (size === 'long' ? 100 : 1) }, report);
      await installation.process('worker').stop();
    }),
};
