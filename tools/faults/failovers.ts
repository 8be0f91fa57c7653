/**
 * Takes the database away under load in every possible way: connections cut, restarted, killed and frozen, while
 * requests, uploads and jobs run.
 *
 * Invariants: the process survives; every request gets a response with a message within two seconds; `/readyz` reports
 * the fault; everything acknowledged exists; every received recording becomes one case and is analysed once, without an
 * operator.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { health } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport, type FaultSize } from './fault-program.ts';
import { childrenOf, withInstallation, type Installation } from './installation.ts';
import { newJournal, checkJournal, writersOf, writeUntil, type Journal } from './journal.ts';
import { checkSent, sendRecording } from './sender.ts';
import { until } from './until.ts';

const frozenMs = 4_000;
const answerMs = 2_000;

type Failover = {
  readonly name: string;
  readonly strike: (installation: Installation) => Promise<void>;
  /** Long enough to be noticed. */
  readonly isLong: boolean;
};

async function freeze({ postmaster }: Installation): Promise<void> {
  const first = await postmaster();
  const all = [first, ...(await childrenOf(first))];
  const each = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of all) {
      try {
        process.kill(pid, signal);
      } catch {
        // The backend ended by itself meanwhile.
      }
    }
  };
  each('SIGSTOP');
  await sleep(frozenMs);
  each('SIGCONT');
}

const failovers: readonly Failover[] = [
  {
    name: 'connections cut',
    isLong: false,
    strike: async ({ asSuperuser }) => {
      await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = 'rhythmdesk' and pid <> pg_backend_pid()`);
    },
  },
  {
    name: 'killed',
    isLong: true,
    strike: async ({ postmaster }) => void process.kill(await postmaster(), 'SIGKILL'),
  },
  {
    name: 'restarted',
    isLong: true,
    strike: async ({ postmaster }) => void process.kill(await postmaster(), 'SIGINT'),
  },
  { name: 'frozen', isLong: true, strike: freeze },
];

/** Records what `/readyz` reports while `work` runs. */
function watchReadiness({ address }: Installation, isOver: () => boolean) {
  const seen = new Set<string>();
  const done = (async () => {
    for (; !isOver(); await sleep(30)) {
      const said = await health(address(), 'readyz');
      for (const trouble of said?.troubles ?? ['nobody answers']) seen.add(trouble);
    }
  })();
  return { seen, done };
}

async function oneFailover(
  installation: Installation,
  { strike }: Failover,
  journal: Journal,
  { hn_id, writers }: { readonly hn_id: string; readonly writers: number },
) {
  const { tokens, address, untilReady } = installation;
  const state = { over: false };
  const isOver = (): boolean => state.over;
  const before = journal.acknowledged.size;
  const load = writeUntil(journal, { address, token: tokens.doctor, writers, isOver });
  const readiness = watchReadiness(installation, isOver);
  const sent = sendRecording(address, tokens.doctor, hn_id);
  try {
    await until('writes are acknowledged', () => journal.acknowledged.size > before + 5);
    await strike(installation);
    const after = journal.acknowledged.size;
    await untilReady();
    await until('writes are acknowledged again', () => journal.acknowledged.size > after + 5);
    await sent;
  } finally {
    state.over = true;
    await Promise.all([load, readiness.done]);
  }
  return readiness.seen;
}

async function run(size: FaultSize, report: FaultReport, count?: number): Promise<void> {
  const rounds = count ?? (size === 'long' ? 10 : 1);
  const wanted = size === 'long' ? failovers : failovers.slice(0, 2);
  const writers = writersOf[size];
  const sent: string[] = [];
  const whole = newJournal();
  await withInstallation(size, async (installation) => {
    for (const failover of wanted) {
      const troubles = new Set<string>();
      const slowest: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const hn_id = `HN${String(300_000 + sent.length)}`;
        sent.push(hn_id);
        whole.slowestMs = 0;
        for (const trouble of await oneFailover(installation, failover, whole, { hn_id, writers }))
          troubles.add(trouble);
        slowest.push(whole.slowestMs);
        invariant(installation.process('main').isAlive(), 'the process lives on');
      }
      report(`${failover.name}: slowest answer, ms`, Math.max(...slowest).toFixed(0));
      report(`${failover.name}: /readyz said`, [...troubles].join(', '));
      if (failover.isLong)
        invariant(
          [...troubles].some((trouble) => trouble.startsWith('database')),
          `/readyz tells: ${failover.name}`,
        );
      // On a machine that is busy with the other tests, times mean nothing.
      if (size === 'long')
        invariant(Math.max(...slowest) <= answerMs, `every answer comes within ${String(answerMs)} ms`);
    }
    const names = [...whole.refusals.keys()];
    report('refusals', [...whole.refusals].map(([name, n]) => `${name} ${String(n)}`).join(', '));
    invariant(!names.includes('no answer'), 'every request is answered');
    invariant(!names.some((name) => name.endsWith('without words')), 'every error has a text');
    await installation.withDb(async (db) => {
      await checkSent(db, sent);
      report('recordings received, each one case, analysed once', sent.length);
      report('writes without an answer that took place', await checkJournal(whole, db));
    });
    report('acknowledged writes, none lost', whole.acknowledged.size);
  });
}

export const failoverProgram: FaultProgram = {
  name: 'failovers',
  says: 'the database is cut off, killed, restarted and frozen under load, and nothing acknowledged is lost',
  run,
};
