/**
 * Measures how many requests a second one server answers in time for a thousand signed-in users, each with an open
 * stream of events, and then two servers with half of the users each. Users arrive at a fixed rate, whether or not earlier requests were answered, so a queue counts. The
 * rate grows by a quarter until a hundredth of the answers takes longer than 300 ms.
 *
 * This machine also runs the database and the users, who cost about as much as the server. So the figures are a lower
 * limit for a machine of its own. All users belong to one center and one hospital, so each comment is an event for hundreds
 * of streams.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSession } from '@rhythmdesk/server/features/people/sessions';
import { openDb, openPool, type Db } from '@rhythmdesk/server/platform/db/database';
import { users } from '@rhythmdesk/server/platform/db/schema/people';
import { findRunningEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { tileCount } from '@rhythmdesk/ecg/pyramid/layout';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { casePlans } from '../demo/case-plans.ts';
import { processMs } from '../faults/processor-time.ts';
import { residentOf } from '../faults/resident.ts';
import { until } from '../faults/until.ts';
import type { Bench, Print } from './bench.ts';
import { benchServer, serverBeside, type BenchServer } from './bench-server.ts';
import { percentile } from './percentile.ts';

const userCount = 1_000;
const stepSeconds = 10;
const firstRate = 40;
const lateMs = 300;
/** Seconds between two requests of a user who reads recordings all day. */
const secondsBetween = 5;
const seconds = 3_600;
const sampling_hz = 250;

/** An overloaded server refuses some requests for a moment; each counts as late. */
const busyStatus = 503;

type User = { readonly number: number; readonly token: string; readonly address: string };

/** Plans of cases whose recordings a technician reads, each of an hour. */
const plans = () =>
  casePlans(new Date())
    .filter(({ stage, hospital }) => stage === 'start' && hospital === 'minato')
    .slice(0, 8)
    .map((plan) => ({ ...plan, seconds, sampling_hz, labels: ['MLII', 'V1'] }));

/** Adds users beside the demo's chief and doctor, each signed in. */
async function addUsers(db: Db): Promise<User[]> {
  const models = await db
    .select()
    .from(users)
    .where(inArray(users.user_id, ['demochief', 'demodoctor']));
  const added: User[] = [];
  for (let number = 0; number < userCount; number += 1) {
    const model = models[number % models.length];
    if (model === undefined) throw new Error('the demo has no such users');
    const { role_key, user_group_id } = model;
    const user_id = `load${String(number)}`;
    const row = { user_id, name: `User ${String(number)}`, role_key, user_group_id, password_hash: '' };
    const [made] = await db.insert(users).values(row).returning({ id: users.id });
    const address = `10.1.${String(Math.floor(number / 250))}.${String((number % 250) + 1)}`;
    const seen = { user_id: made?.id ?? 0, ip: address, user_agent: '' };
    const token = await startSession(db, seen, { idle_minutes: 60, absolute_hours: 12 }, new Date());
    added.push({ number, token, address });
  }
  return added;
}

/** Returns the period that a list shows at first. */
function lastMonth(): string {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return `from_time=${day(Date.now() - 30 * 86_400_000)}&to_time=${day(Date.now())}`;
}

type Sent = { readonly method?: string; readonly body?: unknown };

class Load {
  readonly #origins: readonly string[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 400 });
  readonly #random = seededRandom(1);
  readonly #users: readonly User[];
  readonly #cases: readonly number[];
  readonly streams: IncomingMessage[] = [];
  /** The answers with an error, with their number. */
  readonly errors = new Map<string, number>();

  constructor(origins: readonly string[], all: readonly User[], cases: readonly number[]) {
    this.#origins = origins;
    this.#users = all;
    this.#cases = cases;
  }

  #open(
    path: string,
    user: User,
    { method = 'GET', body }: Sent = {},
    agent?: Agent,
  ): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = {
      authorization: `Bearer ${user.token}`,
      'x-forwarded-for': user.address,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    };
    const origin = this.#origins[user.number % this.#origins.length] ?? '';
    request(`${origin}/api/v1/${path}`, { method, headers, agent: agent ?? false }, resolve)
      .once('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  }

  async listen(): Promise<void> {
    for (const user of this.#users) {
      const stream = await this.#open('notification/stream', user);
      if (stream.statusCode !== 200) throw new Error(`no stream: ${String(stream.statusCode)}`);
      stream.resume();
      this.streams.push(stream);
    }
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Returns what a user asks for next: mostly signal and lists, one request in ten writes. */
  #next(): readonly [string, Sent?] {
    const case_id = String(this.#pick(this.#cases));
    const share = this.#random();
    if (share < 0.4) {
      const first = Math.floor(this.#random() * (tileCount(seconds * sampling_hz, 0) - 4));
      const tiles = [0, 1, 2, 3].flatMap((at) =>
        [0, 1].map((lead) => `tile=${String(lead)}.0.${String(first + at)}`),
      );
      return [`recording/${case_id}/tiles?${tiles.join('&')}&packed=true`];
    }
    if (share < 0.6) return [`case/cases?${lastMonth()}`];
    if (share < 0.7) return ['case/views'];
    if (share < 0.8) return [`case/case/${case_id}`];
    if (share < 0.9) return [`case/case/${case_id}/history`];
    return [`case/case/${case_id}/comments`, { method: 'POST', body: { content: 'A comment.' } }];
  }

  async #one(dueAt: number, times: number[]): Promise<void> {
    const [path, sent] = this.#next();
    const answer = await this.#open(path, this.#pick(this.#users), sent, this.#agent);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(z.instanceof(Buffer).parse(chunk));
    const isBusy = answer.statusCode === busyStatus;
    times.push(isBusy ? Number.POSITIVE_INFINITY : performance.now() - dueAt);
    if (isBusy) return;
    if ((answer.statusCode ?? 0) < 400) return;
    const words = `${path.split('?')[0] ?? ''}: ${Buffer.concat(chunks).toString().slice(0, 200)}`;
    this.errors.set(words, (this.errors.get(words) ?? 0) + 1);
  }

  /** Sends requests at this rate; returns the time of each from when it was due until its last byte. */
  async send(rate: number): Promise<number[]> {
    const times: number[] = [];
    const open: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let number = 0; number < rate * stepSeconds; number += 1) {
      const dueAt = startedAt + (number * 1000) / rate;
      const wait = dueAt - performance.now();
      if (wait > 0) await sleep(wait);
      open.push(this.#one(dueAt, times));
    }
    await Promise.all(open);
    return times;
  }

  /** Throws if a request of the last step had an error. */
  refuseErrors(): void {
    const found = [...this.errors].slice(0, 5).map(([words, count]) => `${String(count)} × ${words}`);
    if (found.length > 0) throw new Error(`requests were refused: ${found.join(', ')}`);
  }

  close(): void {
    for (const stream of this.streams) stream.destroy();
    this.#agent.destroy();
  }
}

async function usersAndCases({ data_dir }: BenchServer) {
  const running = await findRunningEmbedded(data_dir);
  if (running === null) throw new Error('the server runs no embedded database');
  const pool = openPool(running.owner, () => undefined, { connections: 2, rows: 'everything' });
  try {
    const rows = await pool.query(
      `select c.case_id::float8 as id from cases c join recordings r using (case_id) where r.sampling_hz = 250`,
    );
    const cases = z.array(z.object({ id: z.number() })).parse(rows.rows);
    return { all: await addUsers(openDb(pool)), cases: cases.map(({ id }) => id) };
  } finally {
    await pool.end();
  }
}

type Servers = { readonly who: string; readonly pids: readonly number[] };

async function totalOf(pids: readonly number[], read: (pid: number) => Promise<number | null>) {
  const found = await Promise.all(pids.map(read));
  return found.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0);
}

/** Raises the rate until answers are late. */
async function saturate(load: Load, { who, pids }: Servers, print: Print): Promise<void> {
  await load.send(firstRate);
  let best = { rate: 0, p50: 0, p99: 0, perRequest: 0 };
  for (let rate = firstRate; ; rate = Math.round(rate * 1.25)) {
    load.errors.clear();
    const before = await totalOf(pids, processMs);
    const times = await load.send(rate);
    const perRequest = ((await totalOf(pids, processMs)) - before) / times.length;
    const p99 = percentile(times, 0.99);
    if (p99 > lateMs) break;
    load.refuseErrors();
    best = { rate, p50: percentile(times, 0.5), p99, perRequest };
  }
  if (best.rate === 0) throw new Error('answers are late even at the lowest rate');
  print({
    what: `${who}requests a second with p99 of 300 ms`,
    value: best.rate,
    unit: '/s',
    better: 'larger',
  });
  print({ what: `${who}at this rate, p50`, value: best.p50, unit: 'ms' });
  print({ what: `${who}at this rate, p99`, value: best.p99, unit: 'ms', goal: lateMs });
  print({ what: `${who}processor time of the server for a request`, value: best.perRequest, unit: 'ms' });
  print({
    what: `${who}users who read all day`,
    value: best.rate * secondsBetween,
    unit: 'users',
    better: 'larger',
  });
}

async function measure(load: Load, servers: Servers, print: Print): Promise<void> {
  try {
    const before = await totalOf(servers.pids, residentOf);
    await load.listen();
    await until('every stream is open', () => load.streams.length === userCount);
    const perUser = ((await totalOf(servers.pids, residentOf)) - before) / userCount / 1024;
    const what = `${servers.who}memory for a signed-in user with a stream`;
    print({ what, value: perUser, unit: 'kB' });
    await saturate(load, servers, print);
  } finally {
    load.close();
  }
}

export default {
  name: 'many-users',
  run: async (print) => {
    const settings = { TRUST_PROXY: 'true' };
    const server = await benchServer(plans(), undefined, false, settings);
    try {
      const { all, cases } = await usersAndCases(server);
      await measure(new Load([server.origin], all, cases), { who: '', pids: [server.pid] }, print);
      const second = await serverBeside(server, settings);
      try {
        const both = new Load([server.origin, second.origin], all, cases);
        await measure(both, { who: 'two servers, ', pids: [server.pid, second.pid] }, print);
      } finally {
        await second.stop();
      }
    } finally {
      await server.close();
    }
  },
} satisfies Bench;
