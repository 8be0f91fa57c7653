/**
 * Runs two servers and a worker over one database and one folder, behind HAProxy without stickiness, and restarts or
 * kills the servers in turn while users work, also after a newer version has changed the tables.
 *
 * Invariants: a server that is stopped and started again costs no request; a killed server costs only requests that it
 * was answering; everything acknowledged is there once; each recording is one case, analysed once; whoever listens hears
 * of each change, or hears that changes were missed.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate, readMigrations } from '@rhythmdesk/server/platform/db/migrate';
import { appRole } from '@rhythmdesk/server/platform/postgres/roles';
import { startProcess, type ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { api, ask, codeOf, newCases } from './ask.ts';
import { withBalancer } from './balancer.ts';
import { withListener, type EventListener } from './event-listener.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { missing } from './installed.ts';
import { checkJournal, newJournal, writeUntil, type Journal } from './journal.ts';
import { addPeople, type Tokens } from './people.ts';
import { checkSent, sendUntil } from './sender.ts';
import { withDatabaseOfOwner, type ThrowawayDatabase } from './throwaway-database.ts';
import { until } from './until.ts';

const writers = 4;
const readers = 4;
/** Longer than HAProxy needs to notice: two checks, each every half second. */
const drainSeconds = '3';

/** A server with a port of its own, which it keeps when it is started again. */
type Member = { readonly port: number; process: ServerProcess };

type Cluster = {
  readonly database: ThrowawayDatabase;
  readonly members: readonly Member[];
  readonly worker: ServerProcess;
  readonly tokens: Tokens;
  readonly start: (port: number) => Promise<ServerProcess>;
};

async function withCluster<Result>(work: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-servers-'));
  const members: Member[] = [];
  try {
    return await withDatabaseOfOwner(async (database) => {
      const settings = { DRAIN_SECONDS: drainSeconds, TRUST_PROXY: 'true' };
      const start = (port: number) => startProcess(database, folder, { ...settings, PORT: String(port) });
      for (let count = 0; count < 2; count += 1) {
        const port = await freePort();
        members.push({ port, process: await start(port) });
      }
      const worker = await startProcess(database, folder, {}, 'worker');
      try {
        return await work({ database, members, worker, tokens: await addPeople(database.db), start });
      } finally {
        for (const { process } of members) if (process.isAlive()) await process.stop();
        await worker.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts requests that read, and those that failed: without a response, or with a fault of a server. */
class Readers {
  count = 0;
  slowestMs = 0;
  readonly failures: string[] = [];
  readonly #address: string;
  readonly #tokens: Tokens;

  constructor(address: string, tokens: Tokens) {
    this.#address = address;
    this.#tokens = tokens;
  }

  async readUntil(isOver: () => boolean): Promise<void> {
    const { doctor, technician, chief } = this.#tokens;
    const requests = [
      [newCases(), technician],
      [api('case/views'), chief],
      [api('upload/history'), doctor],
      [api('notification/notifications'), doctor],
    ] as const;
    while (!isOver())
      for (const [path, token] of requests) {
        const answer = await ask(this.#address, path, token);
        this.count += 1;
        this.slowestMs = Math.max(this.slowestMs, answer.ms);
        if (answer.status !== 200) this.failures.push(`${path}: ${codeOf(answer) ?? String(answer.status)}`);
      }
  }
}

const failedWrites = ({ refusals }: Journal): string[] =>
  [...refusals].map(([name, count]) => `${name} (${String(count)})`);

/** Stops a server in order and starts it again. */
async function restart(cluster: Cluster, member: Member): Promise<void> {
  const code = await member.process.stop();
  invariant(code === 0, `a server that stops ends with code 0, not ${String(code)}`);
  member.process = await cluster.start(member.port);
}

async function kill(cluster: Cluster, member: Member): Promise<void> {
  await member.process.kill();
  member.process = await cluster.start(member.port);
}

type Act = (cluster: Cluster, member: Member) => Promise<void>;

/** Lets users work until each server was restarted or killed `rounds` times, then checks everything. */
async function workWhile(cluster: Cluster, address: string, act: Act, rounds: number) {
  const journal = newJournal();
  const existing = () => journal.acknowledged.values();
  return withListener({ address, token: cluster.tokens.chief, existing }, (listener) =>
    work({ cluster, address, act, rounds, journal, listener }),
  );
}

type Work = {
  readonly cluster: Cluster;
  readonly address: string;
  readonly act: Act;
  readonly rounds: number;
  readonly journal: Journal;
  readonly listener: EventListener;
};

async function work({ cluster, address, act, rounds, journal, listener }: Work) {
  const { tokens, database } = cluster;
  const reading = new Readers(address, tokens);
  let over = false;
  const isOver = (): boolean => over;
  const working = Promise.all([
    sendUntil(() => address, tokens.doctor, isOver),
    writeUntil(journal, { address: () => address, token: tokens.doctor, writers, isOver }),
    ...Array.from({ length: readers }, () => reading.readUntil(isOver)),
  ]);
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const member of cluster.members) {
        await act(cluster, member);
        const before = journal.acknowledged.size;
        await until('writes go on', () => journal.acknowledged.size >= before + 20);
      }
  } finally {
    over = true;
    await working;
  }
  const [sent] = await working;
  await checkSent(database.db, sent);
  const silent = await checkJournal(journal, database.db);
  await listener.untilHeard([...journal.acknowledged.values()]);
  return { journal, reading, listener, sent: sent.length, silent };
}

type Worked = Awaited<ReturnType<typeof workWhile>>;

function reportWork(report: FaultReport, name: string, { journal, reading, listener, sent, silent }: Worked) {
  report(`${name}: acknowledged writes, none lost`, journal.acknowledged.size);
  report(`${name}: writes that failed`, failedWrites(journal).join(', ') || 'none');
  report(`${name}: of those that took place, once`, silent);
  report(`${name}: requests to read; failed`, `${String(reading.count)}; ${String(reading.failures.length)}`);
  report(
    `${name}: slowest write and read, ms`,
    `${journal.slowestMs.toFixed(0)}, ${reading.slowestMs.toFixed(0)}`,
  );
  report(`${name}: recordings, each one case, analysed once`, sent);
  report(`${name}: event streams opened in turn`, listener.opened);
}

/** Changes the tables as the next version would: it adds to them, while the servers of this version go on. */
async function expandTables({ database }: Cluster): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-next-'));
  try {
    for (const { name, text } of await readMigrations()) await writeFile(path.join(folder, name), text);
    const added =
      'ALTER TABLE cases ADD COLUMN next_note text; CREATE TABLE next_notes (id bigint PRIMARY KEY);';
    await writeFile(path.join(folder, '9001-next.sql'), added);
    const applied = await migrate({ owner: database.owner, appRole, folder });
    invariant(applied.join() === '9001-next.sql', 'the tables are those of the next version');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(rounds: number, report: FaultReport): Promise<void> {
  await withCluster(async (cluster) => {
    const servers = cluster.members.map(({ port }) => `127.0.0.1:${String(port)}`);
    const addressOf = (port: number): string => `http://127.0.0.1:${String(port)}`;
    const isUp = async (port: number) => (await ask(addressOf(port), 'healthz', null)).status === 200;
    await withBalancer({ example: 'haproxy.cfg', servers, isUp }, async (port) => {
      const address = addressOf(port);
      const restartAll = async (name: string): Promise<void> => {
        const worked = await workWhile(cluster, address, restart, rounds);
        reportWork(report, name, worked);
        const failures = [...failedWrites(worked.journal), ...worked.reading.failures];
        const some = failures.slice(0, 5).join('; ');
        invariant(failures.length === 0, `no request fails while servers are restarted: ${some}`);
      };
      await restartAll('restarted');
      reportWork(report, 'killed', await workWhile(cluster, address, kill, rounds));
      await expandTables(cluster);
      await restartAll('restarted on newer tables');
    });
  });
}

export const manyServers: FaultProgram = {
  name: 'many-servers',
  says: 'servers behind HAProxy are restarted without a failed request and killed without a loss',
  run: async (size, report, count) => {
    if (missing(['haproxy']) !== undefined) return report('NOT RUN', 'haproxy is not installed');
    await run(count ?? (size === 'long' ? 5 : 1), report);
  },
};
