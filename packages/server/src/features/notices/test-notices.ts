/** Provides users with tokens equal to their names, a case, and a running server, for the tests of this feature. */
import { noticeRoutes } from '@rhythmdesk/contract/notices';
import { notificationPreferenceRoutes } from '@rhythmdesk/contract/notification-preferences';
import { isRoleKey, type GroupType, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { systemClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { startListener } from '../../platform/db/listener.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { assignedGroups, userGroups, users } from '../../platform/db/schema/people.ts';
import { testDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { EventStreams } from '../../platform/http/event-stream.ts';
import { stopServer } from '../../platform/http/graceful-stop.ts';
import { makeHttpServer } from '../../platform/http/http-server.ts';
import { liveChannel } from '../../platform/live/publish.ts';
import { openAuditTrail } from '../../platform/audit/audit-trail.ts';
import { openLog } from '../../platform/log/log.ts';
import { noticeHandlers, preferenceHandlers } from './handlers.ts';
import { LiveStreams } from './live-streams.ts';
import { RecentMessages } from './recent-messages.ts';

async function addGroup(db: Db, type: GroupType, name: string, tech_center_id: number | null = null) {
  const [row] = await db.insert(userGroups).values({ type, name, tech_center_id }).returning();
  return { id: row?.id ?? 0, name, type, time_zone: 'Asia/Seoul', tech_center_id };
}
type Group = Awaited<ReturnType<typeof addGroup>>;

async function addCaller(db: Db, user_id: string, role_key: RoleKey, group: Group): Promise<Caller> {
  const [row] = await db
    .insert(users)
    .values({ user_id, name: user_id, role_key, user_group_id: group.id, password_hash: '' })
    .returning();
  if (row === undefined || !isRoleKey(row.role_key)) throw new Error('no user');
  const { id, name, type, time_zone } = group;
  return {
    id: row.id,
    user_id,
    name: user_id,
    role_key,
    user_group: { id, name, type, time_zone },
    must_change_password: false,
    must_enrol: false,
    actor: {
      id: row.id,
      role_key,
      user_group_id: id,
      group_type: type,
      tech_center_id: type === 'tech_center' ? id : null,
      assigned_group_ids: [],
    },
    session: { token_hash: Buffer.from(user_id), expires_at: new Date('2100-01-01') },
  };
}

async function addCase(db: Db, hospital: Group, owner: Caller): Promise<number> {
  const row = {
    hn_id: 'HN000001',
    hospital_id: hospital.id,
    owner_id: owner.id,
    uploader_group_id: hospital.id,
  };
  const [made] = await db.insert(cases).values(row).returning();
  return made?.case_id ?? 0;
}

type CallInit = { method?: string; body?: string; headers?: Record<string, string> };

const tokenOf = (caller: Caller): string => `token_of_${caller.user_id}________`;

const typed = z.object({ type: z.string() });

/** Reads events from a stream: the next one, or the next of a type, skipping others. */
export function eventReader(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const nextOfAny = async (): Promise<unknown> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const line = block.split('\n').find((each) => each.startsWith('data: '));
        if (line !== undefined) return JSON.parse(line.slice(6));
        continue;
      }
      const read = await reader?.read();
      if (read === undefined || read.done) return 'ended';
      rest += read.value;
    }
  };
  const next = async (type?: string): Promise<unknown> => {
    for (;;) {
      const event = await nextOfAny();
      if (type === undefined || event === 'ended' || typed.parse(event).type === type) return event;
    }
  };
  return { next, cancel: () => reader?.cancel() };
}

async function smallWorld(db: Db) {
  const center = await addGroup(db, 'tech_center', 'Center');
  const hospital = await addGroup(db, 'hospital', 'Hospital', center.id);
  const other = await addGroup(db, 'hospital', 'Other');
  const otherCenter = await addGroup(db, 'tech_center', 'Other center');
  const office = await addGroup(db, 'admin', 'Office');
  const network = await addGroup(db, 'distributer', 'Network');
  await db.insert(assignedGroups).values({ group_id: network.id, facility_id: other.id });
  const callers = {
    doctor: await addCaller(db, 'doctor', 'DOCTOR', hospital),
    outsider: await addCaller(db, 'outsider', 'DOCTOR', other),
    chief: await addCaller(db, 'chief', 'CHIEF', center),
    otherchief: await addCaller(db, 'otherchief', 'CHIEF', otherCenter),
    center: await addCaller(db, 'center', 'CENTER', center),
    distributer: await addCaller(db, 'distributer', 'DISTRIBUTER', network),
    admin: await addCaller(db, 'admin', 'ADMIN', office),
  };
  return { callers, case_id: await addCase(db, hospital, callers.doctor) };
}

async function openLive({ db, app }: TestDatabase, callers: readonly Caller[], ended: ReadonlySet<number>) {
  const onFault = (fault: unknown): void => {
    throw fault;
  };
  const listener = await startListener({
    connection: app,
    channels: [liveChannel],
    onFault: () => undefined,
  });
  const live = new LiveStreams({
    db,
    listener,
    onFault,
    // However long a test takes, its messages never count as old.
    recent: new RecentMessages(() => 0),
    stillGood: async (hash) => {
      const caller = callers.find(({ session }) => session.token_hash.equals(hash));
      return Promise.resolve(caller === undefined || ended.has(caller.id) ? null : caller);
    },
  });
  return { live, listener };
}

const push = { web_push_key: 'B'.repeat(87), firebase: null, missing: [] };

export async function noticeServer() {
  const database = await testDatabase();
  const { db } = database;
  const { callers, case_id } = await smallWorld(db);
  const all = Object.values(callers);
  const ended = new Set<number>();
  const { live, listener } = await openLive(database, all, ended);
  const streams = new EventStreams();
  const app = await makeHttpServer({ log: openLog('silent'), trustProxy: false });
  const table = { ...noticeRoutes, ...notificationPreferenceRoutes };
  const handlers = {
    ...noticeHandlers({ db, clock: systemClock, live }),
    ...preferenceHandlers({ db, clock: systemClock, push }),
  };
  bindRoutes(app, table, handlers, {
    db,
    clock: systemClock,
    audit: openAuditTrail({ db, log: openLog('silent') }),
    identify: async (token) => {
      const caller = all.find((each) => token === tokenOf(each));
      return Promise.resolve(caller === undefined ? { refused: 'auth/unknown-token' } : { caller });
    },
    beforePasswordChange: new Set(),
    beforeEnrolment: new Set(),
    strictAnswers: true,
    streams,
  });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const call = (caller: Caller, path: string, init: CallInit = {}) =>
    fetch(`${base}/api/v1/${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${tokenOf(caller)}`,
        'content-type': 'application/json',
        ...init.headers,
      },
    });
  const stop = async () => {
    live.stop();
    await stopServer(app, streams, 500);
    await listener.close();
  };
  return { db, database, callers, case_id, ended, streams, call, stop };
}
