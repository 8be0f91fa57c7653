/**
 * Kills the primary of two PostgreSQL servers under Patroni while users write, and from time to time the server and the
 * worker of the product with it.
 *
 * Invariants: no acknowledged write is lost; each recording is one case, analysed once; the product finds the new primary
 * by itself; what was killed comes back and becomes the standby.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDb, openPool, type Db } from '@rhythmdesk/server/platform/db/database';
import { startProcess, type ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { Client } from 'pg';
import { pairPrograms, withDatabasePair, type DatabasePair } from './database-pair.ts';
import type { FaultProgram, FaultReport } from './fault-program.ts';
import { missing } from './installed.ts';
import { checkJournal, newJournal, writeUntil, type Journal } from './journal.ts';
import { addPeople } from './people.ts';
import { checkSent, sendUntil } from './sender.ts';
import { until } from './until.ts';

const writers = 4;

type Programs = { main: ServerProcess; worker: ServerProcess };
type Installed = {
  readonly pair: DatabasePair;
  readonly db: Db;
  readonly programs: Programs;
  readonly start: (name: keyof Programs) => Promise<ServerProcess>;
};

const urlOf = ({ port }: DatabasePair, user: string, password: string, database = 'rhythmdesk'): string =>
  `postgres://${user}:${password}@127.0.0.1:${String(port)}/${database}`;

/** Creates roles and database as `docs/operating.md` says. */
async function createDatabase(pair: DatabasePair): Promise<void> {
  const client = new Client(urlOf(pair, 'postgres', pair.password, 'postgres'));
  await client.connect();
  try {
    for (const statement of [
      `create role rhythmdesk_owner login password '${pair.password}'`,
      `create role rhythmdesk_app login password '${pair.password}'`,
      `create database rhythmdesk owner rhythmdesk_owner encoding 'UTF8' locale 'C.UTF-8' template template0`,
    ])
      await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs `work` with a server and a worker of the product over the pair. */
async function withProduct<Result>(work: (installed: Installed) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-standby-'));
  try {
    return await withDatabasePair(async (pair) => {
      await until('the database is made', () =>
        createDatabase(pair).then(
          () => true,
          () => false,
        ),
      );
      const owner = urlOf(pair, 'rhythmdesk_owner', pair.password);
      const settings = {
        DATABASE_URL: urlOf(pair, 'rhythmdesk_app', pair.password),
        DATABASE_OWNER_URL: owner,
      };
      const start = (name: keyof Programs) => startProcess(null, folder, settings, name);
      const pool = openPool({ connectionString: owner }, () => undefined, { rows: 'everything' });
      const programs: Programs = { main: await start('main'), worker: await start('worker') };
      try {
        return await work({ pair, db: openDb(pool), programs, start });
      } finally {
        await pool.end();
        for (const each of Object.values(programs)) if (each.isAlive()) await each.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the seconds from the kill until the next write is acknowledged. */
async function killOnce(installed: Installed, journal: Journal, everything: boolean): Promise<number> {
  const { pair, programs, start } = installed;
  const killed = performance.now();
  await pair.killPrimary();
  if (everything) {
    await Promise.all([programs.main.kill(), programs.worker.kill()]);
    // A server does not start without its database; a worker waits for it.
    await until('the server starts again', async () => {
      programs.main = await start('main').catch(() => programs.main);
      return programs.main.isAlive();
    });
    programs.worker = await start('worker');
  }
  const before = journal.acknowledged.size;
  await until('writes go on', () => journal.acknowledged.size > before + writers);
  const seconds = (performance.now() - killed) / 1000;
  await pair.repair();
  return seconds;
}

async function run(rounds: number, report: FaultReport): Promise<void> {
  await withProduct(async (installed) => {
    const { db, programs } = installed;
    const { doctor: token } = await addPeople(db);
    const journal = newJournal();
    const address = (): string => programs.main.address;
    let over = false;
    const isOver = (): boolean => over;
    const working = Promise.all([
      sendUntil(address, token, isOver),
      writeUntil(journal, { address, token, writers, isOver }),
    ]);
    const seconds: number[] = [];
    try {
      for (let round = 1; round <= rounds; round += 1) {
        const before = journal.acknowledged.size;
        await until('users write', () => journal.acknowledged.size >= before + 20);
        seconds.push(await killOnce(installed, journal, round % 3 === 0));
      }
    } finally {
      over = true;
      await working;
    }
    const [sent] = await working;
    await checkSent(db, sent);
    const silent = await checkJournal(journal, db);
    const shown = (each: number | undefined): string => (each ?? 0).toFixed(1);
    const sorted = seconds.toSorted((one, other) => one - other);
    report('primaries killed, every third time with server and worker', rounds);
    report('acknowledged writes, none lost', journal.acknowledged.size);
    report(
      'writes without an acknowledgement; of those that took place, once',
      `${String(journal.unanswered.size)}; ${String(silent)}`,
    );
    report('recordings, each one case, analysed once', sent.length);
    report(
      'seconds from a kill to the next writes, median; most',
      `${shown(sorted[Math.floor(rounds / 2)])}; ${shown(sorted.at(-1))}`,
    );
  });
}

export const standby: FaultProgram = {
  name: 'standby',
  says: 'a killed primary is replaced by its standby under Patroni, and no acknowledged write is lost',
  run: async (size, report, count) => {
    const lacking = missing(pairPrograms);
    if (lacking !== undefined) return report('NOT RUN', `${lacking} is not installed`);
    await run(count ?? (size === 'long' ? 10 : 1), report);
  },
};
