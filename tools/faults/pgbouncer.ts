/**
 * Sends the requests of many users of two servers through PgBouncer in transaction mode, which ends and starts again
 * meanwhile, also with all connections of the database cut. Somebody with the application's password tries to leave a
 * scope on its connections.
 *
 * Invariants: nobody sees a row of another hospital; nothing acknowledged is lost; each recording is one case, analysed
 * once; whoever listens hears of each change; PostgreSQL has no more connections than the pooler may open, and few others.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { startProcess, type ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { Client } from 'pg';
import { z } from 'zod';
import { api, ask, codeOf, newCases, type Answer } from './ask.ts';
import { withListener } from './event-listener.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { missing } from './installed.ts';
import { checkJournal, newJournal, writeUntil, type Journal } from './journal.ts';
import { addGroup, addPeople, addUser, type Tokens } from './people.ts';
import { withPooler, type Pooler } from './pooler.ts';
import { checkSent, sendUntil } from './sender.ts';
import { withDatabaseOfOwner, type ThrowawayDatabase } from './throwaway-database.ts';
import { until } from './until.ts';

const hospitalCount = 12;
/** Far fewer than users send requests at once, so that their transactions take turns on each connection. */
const pooledConnections = 8;
/** The connections of a program that a pooler does not carry: live updates, locks, the watch, the queue of jobs. */
const ownConnections = 12;

const everyRow = `select ((select count(*) from users) + (select count(*) from cases) +
  (select count(*) from sessions))::int as n`;

/** What an overloaded server, or one without its database, answers. */
const passing: ReadonlySet<string> = new Set(['server/busy', 'server/unavailable']);

type Hospital = { readonly id: number; readonly token: string; readonly journal: Journal };

async function addHospitals(db: Db): Promise<Hospital[]> {
  const center = await addGroup(db, 'tech_center', 'Pooler center');
  const hospitals: Hospital[] = [];
  for (let at = 0; at < hospitalCount; at += 1) {
    const id = await addGroup(db, 'hospital', `Pooler hospital ${String(at)}`, center);
    hospitals.push({
      id,
      token: await addUser(db, `pooler${String(at)}`, 'DOCTOR', id),
      journal: newJournal(),
    });
  }
  return hospitals;
}

const listed = z.object({
  items: z.array(z.object({ hospital: z.object({ id: z.number() }) })),
  total: z.number(),
});
const owned = z.object({ items: z.array(z.unknown()) });

/** What the users of a run have seen. */
class Seen {
  reads = 0;
  wrong = 0;
  /** Error responses by code, with their number. */
  readonly failures = new Map<string, number>();
  readonly listMs: number[] = [];
  /** The most connections that PostgreSQL had. */
  connections = 0;
  attacks = 0;

  /** Reads as one user, and counts rows that are not theirs. */
  async readUntil(
    address: () => string,
    { id, token, journal }: Hospital,
    isOver: () => boolean,
  ): Promise<void> {
    while (!isOver()) {
      const least = journal.acknowledged.size;
      const list = await ask(address(), newCases(), token);
      const own = await ask(address(), api('user/sessions'), token);
      const none = await ask(address(), api('case/cases'), null);
      this.reads += 3;
      this.listMs.push(list.ms);
      for (const each of [list, own]) if (each.status !== 200) this.#note(each);
      if (none.status !== 401) this.#note(none);
      if (none.status === 200) this.wrong += 1;
      if (own.status === 200 && owned.parse(own.body).items.length !== 1) this.wrong += 1;
      if (list.status !== 200) continue;
      const { items, total } = listed.parse(list.body);
      if (total < least || items.some(({ hospital }) => hospital.id !== id)) this.wrong += 1;
    }
  }

  #note(answer: Answer): void {
    const name =
      codeOf(answer) ?? (answer.status === 0 ? 'no answer' : `${String(answer.status)} without words`);
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
  }

  /** Tries to leave a scope for the next transaction of each connection, and to find one. */
  async attackUntil(url: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        while (!isOver()) {
          await client.query(`begin; select set_config('rhythmdesk.scope', '{"everything":"on"}', false),
            set_config('rhythmdesk.seal', 'standing ' || repeat('0', 64), false); commit`);
          const found = await client.query<{ n: number }>(everyRow);
          if (found.rows[0]?.n !== 0) this.wrong += 1;
          this.attacks += 1;
        }
      } catch {
        await sleep(100);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  async watchUntil({ owner, app }: ThrowawayDatabase, isOver: () => boolean): Promise<void> {
    const client = new Client(owner);
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (; !isOver(); await sleep(100)) {
        const { rows } = await client.query<{ n: number }>(
          'select count(*)::int as n from pg_stat_activity where datname = current_database() and usename = $1',
          [app.user],
        );
        this.connections = Math.max(this.connections, rows[0]?.n ?? 0);
      }
    } finally {
      await client.end();
    }
  }
}

type Mix = {
  readonly database: ThrowawayDatabase;
  readonly servers: readonly ServerProcess[];
  readonly tokens: Tokens;
  readonly hospitals: readonly Hospital[];
  readonly pooler: Pooler | null;
};

const acknowledgedBy = (hospitals: readonly Hospital[]): number[] =>
  hospitals.flatMap(({ journal }) => [...journal.acknowledged.values()]);

/** Lets all users work until `act` is done; returns what they saw. */
async function workWhile(mix: Mix, act: () => Promise<void>): Promise<{ seen: Seen; sent: string[] }> {
  const { database, servers, tokens, hospitals, pooler } = mix;
  const seen = new Seen();
  let over = false;
  const isOver = (): boolean => over;
  let turn = 0;
  const address = (): string => servers[(turn += 1) % servers.length]?.address ?? '';
  const working = Promise.all([
    sendUntil(address, tokens.doctor, isOver),
    seen.watchUntil(database, isOver),
    ...(pooler === null ? [] : [seen.attackUntil(pooler.url, isOver), seen.attackUntil(pooler.url, isOver)]),
    ...hospitals.map((each) => seen.readUntil(address, each, isOver)),
    ...hospitals.map(({ token, journal }) => writeUntil(journal, { address, token, writers: 1, isOver })),
  ]);
  try {
    await act();
  } finally {
    over = true;
    await working;
  }
  return { seen, sent: (await working)[0] };
}

async function check(
  { database, hospitals }: Mix,
  { seen, sent }: { seen: Seen; sent: string[] },
): Promise<void> {
  const unknown = [...seen.failures.keys()].filter((code) => !passing.has(code));
  invariant(unknown.length === 0, `a request is answered, or answered to try again (${unknown.join(', ')})`);
  invariant(seen.wrong === 0, `nobody sees rows of others (${String(seen.wrong)} times)`);
  await checkSent(database.db, sent);
  for (const { journal } of hospitals) await checkJournal(journal, database.db);
}

const untilWritten = async (hospitals: readonly Hospital[]): Promise<void> => {
  const before = acknowledgedBy(hospitals).length;
  await until('writes go on', () => acknowledgedBy(hospitals).length > before + 2 * hospitalCount);
};

async function cutConnections({ superuser, app }: ThrowawayDatabase): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = $1',
    [app.user],
  );
  await client.end();
}

/** Ends the pooler in three ways in turn. */
async function breakPooler(mix: Mix, pooler: Pooler, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    for (const act of [
      () => pooler.restart('SIGKILL'),
      () => pooler.restart('SIGTERM'),
      () => cutConnections(mix.database),
    ]) {
      await untilWritten(mix.hospitals);
      await act();
      await untilWritten(mix.hospitals);
    }
}

async function withServers<Result>(
  database: ThrowawayDatabase,
  pooler: Pooler | null,
  work: (servers: readonly ServerProcess[]) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-pooled-'));
  const settings = pooler === null ? {} : { DATABASE_POOL_URL: pooler.url };
  const servers: ServerProcess[] = [];
  try {
    for (let count = 0; count < 2; count += 1) servers.push(await startProcess(database, folder, settings));
    return await work(servers);
  } finally {
    for (const each of servers) if (each.isAlive()) await each.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function reportSeen(report: FaultReport, name: string, { seen, sent }: { seen: Seen; sent: string[] }): void {
  const sorted = seen.listMs.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  report(`${name}: most connections to PostgreSQL`, seen.connections);
  const failures = [...seen.failures].map(([code, count]) => `${code} ${String(count)}`);
  report(`${name}: requests to read; failed`, `${String(seen.reads)}; ${failures.join(', ') || 'none'}`);
  report(`${name}: list of cases, ms, median; p95`, `${at(0.5)}; ${at(0.95)}`);
  report(`${name}: recordings, each one case, analysed once`, sent.length);
}

/** Runs the mix on a database of its own, through a pooler or without one. */
async function runMix(through: boolean, rounds: number, report: FaultReport): Promise<void> {
  await withDatabaseOfOwner(async (database) => {
    const work = (pooler: Pooler | null) =>
      withServers(database, pooler, async (servers) => {
        const [tokens, hospitals] = [await addPeople(database.db), await addHospitals(database.db)];
        const mix: Mix = { database, servers, tokens, hospitals, pooler };
        const name = pooler === null ? 'without a pooler' : 'with a pooler';
        const quiet = await workWhile(mix, async () => {
          for (let round = 0; round < 2 * rounds; round += 1) await untilWritten(hospitals);
        });
        await check(mix, quiet);
        reportSeen(report, name, quiet);
        if (pooler === null) return;
        const most = pooledConnections + 2 * ownConnections;
        invariant(quiet.seen.connections <= most, `PostgreSQL has ${String(most)} connections at most`);
        await attackRounds(mix, pooler, rounds, report);
      });
    await (through ? withPooler(database.app, pooledConnections, work) : work(null));
  });
}

async function attackRounds(mix: Mix, pooler: Pooler, rounds: number, report: FaultReport): Promise<void> {
  const [server] = mix.servers;
  const existing = (): number[] => acknowledgedBy(mix.hospitals);
  const listening = { address: server?.address ?? '', token: mix.tokens.admin, existing };
  await withListener(listening, async (listener) => {
    const broken = await workWhile(mix, () => breakPooler(mix, pooler, rounds));
    await check(mix, broken);
    await listener.untilHeard(existing());
    reportSeen(report, 'pooler killed, restarted, its connections cut', broken);
    report('attempts to leave a scope on a connection', broken.seen.attacks);
  });
  report('rows of others seen', 0);
  report('acknowledged writes, none lost', existing().length);
  report(
    'writes without an acknowledgement',
    mix.hospitals.reduce((sum, { journal }) => sum + journal.unanswered.size, 0),
  );
}

export const pgbouncer: FaultProgram = {
  name: 'pgbouncer',
  says: 'many users share the connections of PgBouncer, which dies and comes back: no wrong row, no lost write',
  run: async (size, report, count) => {
    if (missing(['pgbouncer']) !== undefined) return report('NOT RUN', 'pgbouncer is not installed');
    const rounds = count ?? (size === 'long' ? 5 : 1);
    await runMix(false, rounds, report);
    await runMix(true, rounds, report);
  },
};
