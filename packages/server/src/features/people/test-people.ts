/** Provides some groups and users, and a server over them, for the tests of this feature. */
import { authRoutes } from '@rhythmdesk/contract/auth';
import { draftRoutes } from '@rhythmdesk/contract/drafts';
import { signUpRoutes } from '@rhythmdesk/contract/sign-up';
import { emailRoutes } from '@rhythmdesk/contract/email-addresses';
import { peopleRoutes } from '@rhythmdesk/contract/people';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import type { FastifyInstance } from 'fastify';
import { standingClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { assignedGroups, userGroups, users } from '../../platform/db/schema/people.ts';
import { testDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { EventStreams } from '../../platform/http/event-stream.ts';
import { makeHttpServer } from '../../platform/http/http-server.ts';
import { openAuditTrail } from '../../platform/audit/audit-trail.ts';
import { openLog } from '../../platform/log/log.ts';
import { factorRoutes } from '@rhythmdesk/contract/second-factors';
import { sessionRoutes } from '@rhythmdesk/contract/sessions';
import { draftHandlers } from './drafts.ts';
import { authHandlers, limitedSessions, peopleHandlers, type PeopleDependencies } from './handlers.ts';
import { ownEmailHandlers } from './own-email-handlers.ts';
import { passkeyRoutes } from '@rhythmdesk/contract/passkeys';
import { providerRoutes } from '@rhythmdesk/contract/providers';
import { providerHandlers } from './providers/handlers.ts';
import { makeCheckProviderProof } from './providers/provider-tickets.ts';
import { openProviders, type Providers } from './providers/providers.ts';
import { makeCheckPasskey, passkeyHandlers } from './passkey-handlers.ts';
import { relyingPartyOf } from './relying-party.ts';
import { factorHandlers } from './factor-handlers.ts';
import { sessionHandlers } from './session-list.ts';
import { makeIdentify } from './identify.ts';
import { signUpHandlers } from './sign-up-handlers.ts';
import { sealerFrom } from '../../platform/secrets/sealer.ts';
import { cheapHashes } from './test-hashes.ts';
import { oneTimeFrom } from '../../platform/secrets/one-time.ts';
import { makeCheckPassword } from './sign-in.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';

export const goodPassword = 'tidal7Marble9quiet';
const hashes = cheapHashes();
const goodHash = hashes.make(goodPassword);

const site = {
  version: '1.2.3',
  support_phone: '',
  support_email: '',
  company_address: '',
  languages_offered: ['en' as const, 'ja' as const],
};

async function addGroup(
  db: Db,
  type: string,
  name: string,
  tech_center_id: number | null = null,
): Promise<number> {
  const [row] = await db.insert(userGroups).values({ type, name, tech_center_id }).returning();
  return row?.id ?? 0;
}

export async function addUser(
  db: Db,
  user_id: string,
  role_key: RoleKey,
  user_group_id: number,
): Promise<number> {
  const password_hash = await goodHash;
  const row = { user_id, name: `Name of ${user_id}`, role_key, user_group_id, password_hash };
  const [user] = await db.insert(users).values(row).returning();
  return user?.id ?? 0;
}

async function smallWorld(db: Db) {
  const center = await addGroup(db, 'tech_center', 'Center');
  const otherCenter = await addGroup(db, 'tech_center', 'Other center');
  const groups = {
    center,
    otherCenter,
    team: await addGroup(db, 'team', 'Team', center),
    hospital: await addGroup(db, 'hospital', 'Hospital', center),
    otherHospital: await addGroup(db, 'hospital', 'Other hospital', otherCenter),
    logistics: await addGroup(db, 'logistics', 'Logistics'),
    admin: await addGroup(db, 'admin', 'Admin'),
  };
  await db.insert(assignedGroups).values({ group_id: groups.logistics, facility_id: groups.hospital });
  const ids = {
    doctor: await addUser(db, 'doctor', 'DOCTOR', groups.hospital),
    doctor2: await addUser(db, 'doctor2', 'DOCTOR', groups.otherHospital),
    manager: await addUser(db, 'manager', 'MANAGER', groups.hospital),
    technician: await addUser(db, 'technician', 'TECHNICIAN', groups.team),
    technician2: await addUser(db, 'technician2', 'TECHNICIAN', groups.otherCenter),
    chief: await addUser(db, 'chief', 'CHIEF', groups.center),
    carrier: await addUser(db, 'carrier', 'LOGISTICS', groups.logistics),
    admin: await addUser(db, 'admin', 'ADMIN', groups.admin),
  };
  return { groups, ids };
}

const installation = { site, push_hosts: ['push.example'] };

const noProvider = { redirect_uri: '', timeout_ms: 1, onFault: () => undefined };

const oneTime = oneTimeFrom(Buffer.alloc(32, 7));

const table = {
  ...authRoutes,
  ...signUpRoutes,
  ...peopleRoutes,
  ...emailRoutes,
  ...sessionRoutes,
  ...factorRoutes,
  ...passkeyRoutes,
  ...providerRoutes,
  ...draftRoutes,
};

export type PeopleOptions = {
  readonly providers?: Providers;
  readonly clock?: ReturnType<typeof standingClock>;
};

export async function peopleServer(per_user = 100, options: PeopleOptions = {}) {
  const database: TestDatabase = await testDatabase();
  const { db } = database;
  const clock = options.clock ?? standingClock(new Date('2026-11-20T09:00:00Z'));
  const signInDependencies: SignInDependencies = {
    db,
    clock,
    hashes,
    sealer: sealerFrom(Buffer.alloc(32, 9)),
    relyingParty: relyingPartyOf('https://desk.example'),
    providers: options.providers ?? openProviders([], noProvider),
    throttle: {
      ...{ delay_after: 5, lock_after: 10, lock_minutes: 15 },
      ...{ per_address: 60, per_id: 30, over_all: 200 },
    },
    session: { idle_minutes: 15, absolute_hours: 12, per_user },
  };
  const checkPassword = makeCheckPassword(signInDependencies);
  const checkProviderProof = makeCheckProviderProof(signInDependencies);
  const checkVerifiedPasskey = makeCheckPasskey(signInDependencies, { userVerified: true });
  const checks = { checkPassword, checkProviderProof, checkVerifiedPasskey };
  const dependencies: PeopleDependencies = { ...signInDependencies, ...installation, ...checks };
  const app: FastifyInstance = await makeHttpServer({ log: openLog('silent'), trustProxy: false });
  bindRoutes(
    app,
    table,
    {
      ...authHandlers(dependencies),
      ...signUpHandlers({ ...dependencies, oneTime, sender: 'no-reply@desk.example' }),
      ...peopleHandlers(dependencies),
      ...ownEmailHandlers({ ...dependencies, oneTime }),
      ...sessionHandlers(dependencies),
      ...factorHandlers(dependencies),
      ...passkeyHandlers(dependencies),
      ...providerHandlers(dependencies),
      ...draftHandlers(dependencies),
    },
    {
      db,
      clock,
      audit: openAuditTrail({ db, log: openLog('silent') }),
      identify: makeIdentify(db, dependencies.session, clock),
      ...limitedSessions,
      strictAnswers: true,
      streams: new EventStreams(),
    },
  );
  const world = await smallWorld(db);
  return { app, db, clock, oneTime, dependencies, database, ...world, ...callsOf(app) };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

function callsOf(app: FastifyInstance) {
  const call = async (method: Method, url: string, token: string | null, body?: object) => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${url}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    const parsed: unknown = JSON.parse(answer.body);
    return { status: answer.statusCode, body: parsed, retryAfter: answer.headers['retry-after'] };
  };
  const signIn = (user_id: string, password = goodPassword) =>
    call('POST', 'auth/login', null, { user_id, password });
  const tokenOf = async (user_id: string, password = goodPassword): Promise<string> => {
    const { body } = await signIn(user_id, password);
    const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'token') : null;
    if (typeof token !== 'string' || token === '') throw new Error(`${user_id} cannot sign in`);
    return token;
  };
  return { call, signIn, tokenOf };
}
