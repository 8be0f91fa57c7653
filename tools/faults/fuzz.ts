/**
 * Sends random requests made from the route table, from users of several roles and without a session, to a separate
 * server.
 *
 * Invariants: no response is a server error; every error has a code and a message; no data of another hospital's
 * patient is returned; the process survives and its memory does not grow.
 */
import type { Route } from '@rhythmdesk/contract/route';
import { routes } from '@rhythmdesk/contract/routes';
import { can } from '@rhythmdesk/domain/people/can';
import type { GroupType, RoleKey } from '@rhythmdesk/domain/people/roles';
import type { ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { userGroups, users } from '@rhythmdesk/server/platform/db/schema/people';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { z } from 'zod';
import { api, askAgain, health } from './ask.ts';
import { invariant, type FaultProgram, type FaultReport } from './fault-program.ts';
import { withNode, type Nodes } from './nodes.ts';
import { sessionOf, type Tokens } from './people.ts';
import { plainInput, requestFor, wildInput } from './random-request.ts';
import { residentOf } from './resident.ts';
import { chanceOf, pick, type Chance } from './random-input.ts';
import { until } from './until.ts';

const seed = 20_261_122;
const atOnce = 6;
/** Name of a patient whom no sender except the administrator may see. */
const secret = 'ZzGeheimnisZz';
const mostGrowth = 1.35;
const slackBytes = 96 * 1024 ** 2;

type Sender = {
  readonly name: string;
  readonly user_id: string | null;
  readonly role: { readonly role_key: RoleKey; readonly group_type: GroupType } | null;
  token: string | null;
};

const table = Object.entries<Route>(routes).filter(([, { ends_session }]) => ends_session !== true);
/** Routes that only read come first, because the others may remove users and cases. */
const readsFirst = [
  ...table.filter(([, { method }]) => method === 'GET'),
  ...table.filter(([, { method }]) => method !== 'GET'),
];

/** Adds a patient of another hospital, created by its own doctor. */
async function hideSecret({ database: { db }, nodes: [node] }: Nodes): Promise<void> {
  const [center] = await db
    .insert(userGroups)
    .values({ type: 'tech_center', name: 'Far center' })
    .returning();
  const group = { type: 'hospital', name: 'Far hospital', tech_center_id: center?.id ?? null } as const;
  const [hospital] = await db.insert(userGroups).values(group).returning();
  const doctor = { user_id: 'fardoctor', name: 'Far doctor', role_key: 'DOCTOR', password_hash: '' } as const;
  await db.insert(users).values({ ...doctor, user_group_id: hospital?.id ?? 0 });
  const token = await sessionOf(db, 'fardoctor');
  const patient = { patient_id: secret, patient_last_name: secret, patient_first_name: secret };
  for (let at = 0; at < 5; at += 1) {
    const body = { ...patient, hn_id: `HNS00000${String(at)}`, birth_date: '1954-03-12', gender: 'female' };
    const made = await askAgain(node?.address ?? '', api('case/case'), token, { method: 'POST', body });
    invariant(made.status === 201, 'the far hospital makes a case');
  }
}

const problem = z.object({ code: z.string(), detail: z.string().min(1) });

async function readAll(answer: Response): Promise<string> {
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    await answer.body?.cancel();
    return '';
  }
  return answer.text();
}

/** The largest share of requests, or of time, in which the database may be unavailable. */
const mostAway = 0.001;
const secondsBetween = 10;
/** Codes of error responses that are given before a handler runs: input, session, permission. */
const beforeHandler =
  /"code":"(?:input\/(?!already-done)|auth\/(?:required|unknown-token|session-|account-inactive|role-never|password-change-due|factor-due))/;
/** Which sender asks is random, and some handlers refuse a role that may call their route for other objects. */
const mostUnreached = 5;

type Heard = {
  /** The routes whose handler answered a plain request, and the responses of the others. */
  readonly reached: Set<string>;
  readonly unreached: string[];
  readonly counts: Map<number, number>;
  /** How often the database was unavailable, and a promise for its return while it is. */
  readonly away: { moments: number; over: Promise<void> | null };
};

const nothingHeard = (): Heard => ({
  reached: new Set(),
  unreached: [],
  counts: new Map(),
  away: { moments: 0, over: null },
});

function checkReached({ reached, unreached }: Heard, report: FaultReport): void {
  report(
    'routes; of these, handlers that answered a plain request',
    `${String(table.length)}; ${String(reached.size)}`,
  );
  invariant(
    unreached.length <= mostUnreached,
    `nearly every handler answers a plain request, but not these:\n${unreached.join('\n')}`,
  );
}

/** Waits for the database, as pages do, because each request is refused at once until it is back. */
function untilBack({ away }: Heard, { address }: ServerProcess): Promise<void> {
  if (away.over !== null) return away.over;
  away.moments += 1;
  away.over = until(
    'the database is back',
    async () => (await health(address, 'readyz'))?.code === 200,
  ).finally(() => (away.over = null));
  return away.over;
}

/** Returns the last errors in the server's log. */
function logged({ said }: ServerProcess): string {
  const lines = said().filter((line) => line.includes('"err"'));
  return lines.slice(-3).join('\n').slice(0, 3_000);
}

/**
 * Returns the n-th request. The first ones ask every route once with a plain input, by a sender whose role may call it;
 * the others are random.
 */
function turnOf(chance: Chance, senders: readonly Sender[], serial: number) {
  const asked = readsFirst[serial];
  const [name, route] = asked ?? pick(chance, table) ?? [];
  const { allow } = route ?? {};
  const isAllowed = ({ role }: Sender): boolean =>
    allow === undefined || allow === 'anyone' || (role !== null && can(role, allow) !== 'never');
  const sender = pick(chance, asked === undefined ? senders : senders.filter(isAllowed));
  if (name === undefined || route === undefined || sender === undefined)
    throw new Error(`nobody may call ${name ?? 'a route'}`);
  const isPlain = asked !== undefined;
  return {
    name,
    sender,
    route,
    isPlain,
    input: isPlain ? plainInput(chance, name, route) : wildInput(chance, route),
  };
}

async function sendOne(
  chance: Chance,
  { node, db }: { readonly node: ServerProcess; readonly db: Db },
  { name, sender, ...turn }: ReturnType<typeof turnOf>,
  heard: Heard,
): Promise<void> {
  const { method } = turn.route;
  const ask = async () => {
    const { url, init } = requestFor(chance, node.address, turn, sender.token);
    const answer = await fetch(url, { ...init, method, redirect: 'manual' });
    return { url, init, answer, text: await readAll(answer) };
  };
  let asked = await ask();
  if (turn.isPlain && sender.user_id !== null && asked.text.includes('"auth/session-revoked"')) {
    // An earlier plain request ended the session, as it should.
    sender.token = await sessionOf(db, sender.user_id);
    asked = await ask();
  }
  const { url, init, answer, text } = asked;
  heard.counts.set(answer.status, (heard.counts.get(answer.status) ?? 0) + 1);
  if (turn.isPlain) {
    if (beforeHandler.test(text) || answer.status === 415)
      heard.unreached.push(`${name} ${text.slice(0, 200)}`);
    else heard.reached.add(name);
  }
  const what = `${name} by ${sender.name}: ${method} ${url.slice(0, 400)} ${(init.body ?? '').slice(0, 600)}`;
  // On an overloaded machine the database pauses at times; the server reports that, and it is counted.
  const isAway = text.includes('"server/unavailable"');
  invariant(
    answer.status < 500 || isAway,
    `${String(answer.status)} ${what}: ${text.slice(0, 300)}\n${logged(node)}`,
  );
  if (answer.status >= 400)
    invariant(problem.safeParse(JSON.parse(text)).success, `a no in words: ${what}: ${text.slice(0, 300)}`);
  if (sender.name !== 'admin') invariant(!text.includes(secret), `nothing of a foreign patient: ${what}`);
  if (isAway) await untilBack(heard, node);
}

const mb = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);

function sendersOf(tokens: Tokens): Sender[] {
  return [
    { name: 'nobody', user_id: null, role: null, token: null },
    {
      name: 'doctor',
      user_id: 'faultdoctor',
      role: { role_key: 'DOCTOR', group_type: 'hospital' },
      token: tokens.doctor,
    },
    {
      name: 'technician',
      user_id: 'faulttechnician',
      role: { role_key: 'TECHNICIAN', group_type: 'tech_center' },
      token: tokens.technician,
    },
    {
      name: 'chief',
      user_id: 'faultchief',
      role: { role_key: 'CHIEF', group_type: 'tech_center' },
      token: tokens.chief,
    },
    {
      name: 'admin',
      user_id: 'faultadmin',
      role: { role_key: 'ADMIN', group_type: 'admin' },
      token: tokens.admin,
    },
  ];
}

async function sendAll(context: Nodes, requests: number, report: FaultReport): Promise<void> {
  const { database, nodes, tokens } = context;
  const [node] = nodes;
  if (node === undefined) throw new Error('no node');
  const senders = sendersOf(tokens);
  const chance = chanceOf(seed);
  const heard = nothingHeard();
  const batch = Math.min(1_000, Math.ceil(requests / 10));
  const resident: number[] = [];
  const started = performance.now();
  for (let sent = 0; sent < requests; sent += batch) {
    let next = sent;
    const lane = async (): Promise<void> => {
      while (next < sent + batch)
        await sendOne(chance, { node, db: database.db }, turnOf(chance, senders, next++), heard);
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    invariant(node.isAlive(), `the server lives: ${logged(node)}`);
    resident.push(await residentOf(node.pid));
    // The requests may have ended sessions, as they should.
    for (const sender of senders)
      if (sender.user_id !== null) sender.token = await sessionOf(database.db, sender.user_id);
  }
  const seconds = (performance.now() - started) / 1000;
  const third = resident.slice(Math.floor(resident.length / 3), Math.ceil((2 * resident.length) / 3));
  const [middle, last] = [Math.max(...third), resident.at(-1) ?? 0];
  report('requests', requests);
  checkReached(heard, report);
  report('seed', seed);
  report('a second', (requests / seconds).toFixed(0));
  report(
    'answers',
    [...heard.counts]
      .sort(([a], [b]) => a - b)
      .map(([status, n]) => `${String(status)} ${String(n)}`)
      .join(', '),
  );
  report('times that the database did not answer', heard.away.moments);
  report('resident memory, MB: first, middle, last', `${mb(resident[0] ?? 0)}, ${mb(middle)}, ${mb(last)}`);
  const mostMoments = Math.max(2, mostAway * requests, seconds / secondsBetween);
  invariant(heard.away.moments <= mostMoments, 'the database is hardly ever away');
  invariant(last < middle * mostGrowth + slackBytes, 'memory stays flat');
}

export const fuzz: FaultProgram = {
  name: 'fuzz',
  says: 'no request of any shape to any route causes an error, reveals a foreign patient or fills the memory',
  run: (size, report, count) =>
    withNode(size, async (context) => {
      await hideSecret(context);
      await sendAll(context, count ?? (size === 'long' ? 100_000 : 600), report);
    }),
};
