/**
 * Lets a thousand users keep 2,000 event streams open, send 500 bodies slowly and request 1,000 tiles at once from one
 * server, and then three times as many tiles.
 *
 * Invariants: no stream, no body and no new connection is cut, and memory is bounded. With 1,000 tiles at once reading
 * and sign-ins are answered in time. Above, exports and analyses are refused first and reading and sign-ins last, each
 * refusal with `Retry-After`. After the load everything is soon answered at its usual speed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { passwordHashes } from '@rhythmdesk/server/features/people/password-hashes';
import { startSession } from '@rhythmdesk/server/features/people/sessions';
import { users } from '@rhythmdesk/server/platform/db/schema/people';
import type { ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { api, newPeriod } from './ask.ts';
import { withCrowd, type CrowdPlan, type CrowdSeen, type Member } from './crowd.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { withOwnNode, type Nodes } from './nodes.ts';
import { residentOf } from './resident.ts';
import { checkSent, sendRecording } from './sender.ts';

const memberCount = 1_000;
const streamsEach = 2;
const bodies = 500;
const secondsOfLoad = 20;
/** After this time a page gives up. */
const longestAnswerMs = 10_000;
const memoryBound = 768 * 1024 ** 2;
/** Every request is answered at its usual speed again within this time. */
const recoverySeconds = 15;
/** A server that answers this many tiles a second, with senders beside it, lets none of 1,000 wait three seconds. */
const enoughTiles = 400;
/** A request that waits so many times as long as the usual one was overtaken by others. */
const unfairTimes = 3;
const password = 'Sinus2rhythm4all';
const hn_id = 'HN7OVERLD';

/** The classes of `load-classes.ts`, in the order in which they are refused. */
const classes = ['first', 'usual', 'last'] as const;
type LoadClass = (typeof classes)[number];

type Sent = {
  readonly name: string;
  readonly load: LoadClass;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string | null;
  readonly body?: unknown;
};

type Answered = { readonly isRefused: boolean; readonly status: number; readonly ms: number };

let serial = 0;
/** Returns an address that no other request has. */
function nextAddress(): string {
  serial += 1;
  return `10.${String((serial >> 16) & 255)}.${String((serial >> 8) & 255)}.${String(serial & 255)}`;
}

async function send(origin: string, { method, path, token, body, name }: Sent): Promise<Answered> {
  const started = performance.now();
  const answer = await fetch(`${origin}/${path}`, {
    method,
    headers: {
      'x-forwarded-for': nextAddress(),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  const { status } = answer;
  const isRefused = status === 503;
  invariant(status < 500 || isRefused, `${name} is answered, not ${String(status)}`);
  invariant(!isRefused || answer.headers.has('retry-after'), `a refusal of ${name} says when to try again`);
  return { isRefused, status, ms: performance.now() - started };
}

/** Adds the members as doctors of the hospital, each with a session from an address of its own. */
async function gather({ database: { db } }: Nodes): Promise<Member[]> {
  const [doctor] = await db.select().from(users).where(eq(users.user_id, 'faultdoctor'));
  if (doctor === undefined) throw new Error('there is no doctor');
  const { role_key, user_group_id } = doctor;
  const members: Member[] = [];
  while (members.length < memberCount) {
    const user_id = `crowd${String(members.length)}`;
    const row = { user_id, name: user_id, role_key, user_group_id, password_hash: '' };
    const [made] = await db.insert(users).values(row).returning({ id: users.id });
    const from = nextAddress();
    const seen = { user_id: made?.id ?? 0, ip: from, user_agent: '' };
    members.push({
      token: await startSession(db, seen, { idle_minutes: 60, absolute_hours: 24 }, new Date()),
      from,
    });
  }
  return members;
}

async function receiveCase({ database: { db }, tokens }: Nodes, node: ServerProcess): Promise<string> {
  await sendRecording(() => node.address, tokens.doctor, hn_id);
  await checkSent(db, [hn_id]);
  const password_hash = await passwordHashes().make(password);
  await db.update(users).set({ password_hash }).where(eq(users.user_id, 'faulttechnician'));
  const found = await db.execute(sql`select case_id::text as case_id from cases where hn_id = ${hn_id}`);
  return z.object({ case_id: z.string() }).parse(found.rows[0]).case_id;
}

const tileOf = (case_id: string): string => api(`recording/${case_id}/tile/0/0/0`);

/** Returns what one user does beside the crowd, each request once. */
function requestsOf({ tokens: { doctor, technician } }: Nodes, case_id: string): readonly Sent[] {
  const get = { method: 'GET', token: doctor } as const;
  const credentials = { user_id: 'faulttechnician', password };
  return [
    { ...get, name: 'an export', load: 'first', path: api(`case/export?${newPeriod()}`) },
    // The case may not be changed by this request: only whether it is refused as too much is of interest.
    {
      ...{ name: 'an analysis', load: 'first', method: 'POST', token: technician, body: { version: 0 } },
      path: api(`case/case/${case_id}/renew-analysis`),
    },
    { ...get, name: 'a list', load: 'usual', path: api(`case/cases?${newPeriod()}`) },
    { ...get, name: 'a case', load: 'last', path: api(`case/case/${case_id}`) },
    { ...get, name: 'a tile', load: 'last', path: tileOf(case_id) },
    {
      ...{ name: 'a sign-in', load: 'last', method: 'POST', token: null, body: credentials },
      path: api('auth/login'),
    },
  ];
}

type Seen = Record<LoadClass, { served: number; refused: number; slowestMs: number }> & { mostBytes: number };

/** Sends all requests at the same moment, so that the same level decides, and adds what they were answered. */
async function askAll(origin: string, requests: readonly Sent[], seen: Seen): Promise<void> {
  const answers = await Promise.all(requests.map((one) => send(origin, one)));
  for (const [at, { load }] of requests.entries()) {
    const { isRefused = false, ms = 0 } = answers[at] ?? {};
    if (isRefused) seen[load].refused += 1;
    else seen[load].served += 1;
    seen[load].slowestMs = Math.max(seen[load].slowestMs, ms);
  }
}

/** Asks every second, also while earlier requests wait, until `isOver`; then calls `end` and waits for the answers. */
async function probe(
  node: ServerProcess,
  requests: readonly Sent[],
  { isOver, end }: { readonly isOver: () => boolean; readonly end: () => void },
): Promise<Seen> {
  const none = () => ({ served: 0, refused: 0, slowestMs: 0 });
  const seen: Seen = { first: none(), usual: none(), last: none(), mostBytes: 0 };
  const rounds: Promise<void>[] = [];
  while (!isOver()) {
    const round = askAll(node.address, requests, seen);
    // Thrown once all have ended.
    round.catch(() => undefined);
    rounds.push(round);
    seen.mostBytes = Math.max(seen.mostBytes, await residentOf(node.pid));
    await sleep(1_000);
  }
  end();
  await Promise.all(rounds);
  return seen;
}

const mb = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);
const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function reportStage(report: FaultReport, name: string, crowd: CrowdSeen, seen: Seen): void {
  report(`${name}: tiles answered; refused`, `${String(crowd.tiles)}; ${String(sumOf(crowd.refused))}`);
  report(
    `${name}: tile, median and slowest, ms`,
    `${crowd.medianMs.toFixed(0)}, ${crowd.slowestMs.toFixed(0)}`,
  );
  for (const load of classes) {
    const { served, refused, slowestMs } = seen[load];
    const words = { first: 'exports and analyses', usual: 'lists', last: 'reading and sign-ins' }[load];
    report(
      `${name}: ${words} served; refused; slowest, ms`,
      `${String(served)}; ${String(refused)}; ${slowestMs.toFixed(0)}`,
    );
  }
  report(`${name}: memory at most, MB of ${mb(memoryBound)}`, mb(seen.mostBytes));
}

type Stage = { readonly name: string; readonly tilesEach: number };
const stages: readonly Stage[] = [
  { name: '1,000 tiles at once', tilesEach: 1 },
  { name: '3,000 tiles at once', tilesEach: 3 },
];

function judge(
  { tilesEach, seconds }: Stage & { readonly seconds: number },
  crowd: CrowdSeen,
  seen: Seen,
): void {
  invariant(crowd.broken.length === 0, `no request breaks off: ${crowd.broken.slice(0, 3).join('; ')}`);
  invariant(crowd.streams === memberCount * streamsEach, 'every event stream is opened');
  invariant(crowd.streamsEnded === 0, `no stream is cut: ${String(crowd.streamsEnded)}`);
  invariant(crowd.bodiesEnded === 0, `no slow body is cut: ${String(crowd.bodiesEnded)}`);
  invariant(seen.mostBytes < memoryBound, `memory is bounded: ${mb(seen.mostBytes)} MB`);
  const shareOf = (load: LoadClass): number =>
    seen[load].refused / Math.max(1, seen[load].refused + seen[load].served);
  const shares = classes.map(shareOf);
  invariant(
    classes.every((_load, at) => at === 0 || (shares[at] ?? 0) <= (shares[at - 1] ?? 0)),
    `exports and analyses are refused first, reading last: ${shares.join(', ')}`,
  );
  if (tilesEach > 1) return invariant(seen.first.refused > 0, 'exports and analyses are refused');
  if (crowd.tiles / seconds < enoughTiles) return;
  invariant(sumOf(crowd.refused) + seen.last.refused === 0, 'neither reading nor a sign-in is refused');
  const slowest = Math.max(crowd.slowestMs, ...classes.map((load) => seen[load].slowestMs));
  invariant(slowest < longestAnswerMs, `everything is answered in time: ${slowest.toFixed(0)} ms`);
  invariant(
    crowd.slowestMs < unfairTimes * crowd.medianMs,
    `no tile waits much longer than the others: ${slowest.toFixed(0)} ms`,
  );
}

type Speeds = readonly number[];

/** Sends each request of a quiet server several times; returns the slowest answer of each. */
async function usualSpeeds(origin: string, requests: readonly Sent[]): Promise<Speeds> {
  const slowest = requests.map(() => 0);
  for (let round = 0; round < 5; round += 1) {
    for (const [at, one] of requests.entries()) {
      const { isRefused, ms } = await send(origin, one);
      invariant(!isRefused, `${one.name} is served before the load`);
      // The first round fills caches.
      if (round > 0) slowest[at] = Math.max(slowest[at] ?? 0, ms);
    }
  }
  return slowest;
}

/** What pages promise. An answer within it is at its usual speed also if a quiet server is faster. */
const promisedMs = 300;
const goodRounds = 3;

/** Returns how many seconds pass until every request is served at its usual speed, three times in a row. */
async function recover(origin: string, requests: readonly Sent[], usual: Speeds): Promise<number> {
  const ended = performance.now();
  let since = ended;
  for (let good = 0; good < goodRounds;) {
    if (good === 0) since = performance.now();
    let isGood = true;
    for (const [at, one] of requests.entries()) {
      const { isRefused, ms } = await send(origin, one);
      isGood &&= !isRefused && ms < Math.max(promisedMs, 2 * (usual[at] ?? 0));
    }
    good = isGood ? good + 1 : 0;
    invariant(performance.now() - ended < 10 * 1_000 * recoverySeconds, 'the server recovers');
  }
  return (since - ended) / 1_000;
}

async function overloaded(nodes: Nodes, seconds: number, report: FaultReport): Promise<void> {
  const [node] = nodes.nodes;
  if (node === undefined) throw new Error('no node');
  const case_id = await receiveCase(nodes, node);
  const requests = requestsOf(nodes, case_id);
  const plan: Omit<CrowdPlan, 'tilesEach'> = {
    ...{ origin: node.address, members: await gather(nodes), streamsEach, bodies },
    streamPath: api('notification/stream?unheard_ms=0'),
    bodyPath: api(`case/case/${case_id}/comments`),
    tilePath: tileOf(case_id),
  };
  const uncaught = node.listen('nobody caught');
  const usual = await usualSpeeds(node.address, requests);
  report('memory before, MB', mb(await residentOf(node.pid)));
  for (const stage of stages) {
    const { seen: crowd, result } = await withCrowd(
      { ...plan, tilesEach: stage.tilesEach },
      async (endTiles) => {
        const until = performance.now() + 1_000 * seconds;
        const seen = await probe(node, requests, { isOver: () => performance.now() > until, end: endTiles });
        return { seen, recovered: await recover(node.address, requests, usual) };
      },
    );
    const { seen, recovered } = result;
    reportStage(report, stage.name, crowd, seen);
    report(`${stage.name}: seconds until everything is as before`, recovered.toFixed(1));
    invariant(node.isAlive() && uncaught.length === 0, 'the server lives without an uncaught fault');
    judge({ ...stage, seconds }, crowd, seen);
    invariant(
      recovered < recoverySeconds,
      `the server recovers in ${String(recoverySeconds)} s: ${recovered.toFixed(1)}`,
    );
  }
}

export const overload: FaultProgram = {
  name: 'overload',
  says: 'under more than a server can do, exports are refused first, and reading and sign-ins last',
  run: (_size, report, count) =>
    withOwnNode({ TRUST_PROXY: 'true' }, (nodes) => overloaded(nodes, count ?? secondsOfLoad, report)),
};
