/**
 * Simulates some weeks of some cases, drawn from a seed. It tries every action by users with and without permission,
 * corrections, voids, changed priorities and findings, users who change their group or leave, and time zones that come
 * into use. Counts everything independently from the rows of the history.
 */
import { caseActions, type CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { isCaseStatus, type CaseStatus } from '@rhythmdesk/domain/case/status';
import type { StatisticStep } from '@rhythmdesk/domain/statistics/steps';
import { seededRandom } from '@rhythmdesk/ecg/synth/random';
import { asc, eq } from 'drizzle-orm';
import { adoptReport } from '../features/cases/case-files.ts';
import { updateCase, updateReading } from '../features/cases/edit-case.ts';
import { performAction } from '../features/cases/perform-action.ts';
import { nothingLeftOut } from '../features/cases/left-out.ts';
import { unsealed } from '../features/cases/sign-report.ts';
import { caseWorld, readyCase, versionOf } from '../features/cases/test-cases.ts';
import { sumZones } from '../features/statistics/sum-zones.ts';
import { caseHistory, cases } from '../platform/db/schema/cases.ts';
import { userGroups } from '../platform/db/schema/people.ts';
import { recordings } from '../platform/db/schema/recordings.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { transact } from '../platform/db/transact.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { giveBackCases } from '../records/cases/give-back.ts';
import { authorOf, changeWork } from '../records/cases/save-case.ts';
import { changeAsOwner } from '../platform/db/test-place.ts';

export const { db } = await testDatabase();
export const world = await caseWorld(db);
const { doctor, otherDoctor, technician, technician2, chief } = world;
const random = seededRandom(20261120);
const below = (limit: number): number => Math.floor(random() * limit);
export function pick<Item>(items: readonly Item[]): Item {
  const item = items[below(items.length)];
  if (item === undefined) throw new Error('nothing to pick');
  return item;
}

const start = Date.parse('2026-09-20T15:00:00Z');
let now = new Date(start);
const days = 60;
const caseCount = 12;
const ids: number[] = [];

export const zones = { early: 'Asia/Kathmandu', late: 'America/New_York', never: 'Pacific/Chatham' };

/** A refused step is skipped; any other fault is thrown. */
async function tried(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
  }
}

async function anyAction(case_id: number): Promise<void> {
  const action = pick(caseActions);
  if (action === 'close' && random() < 0.8) return;
  await take(case_id, action, pick([doctor, technician, technician2, chief]));
}

async function take(case_id: number, action: CaseAction, caller: Caller): Promise<void> {
  const body = {
    case_id,
    version: await versionOf(db, case_id),
    comment: 'because',
    technician_id: pick([technician, technician2]).id,
    confirmer_id: chief.id,
  };
  const signing = unsealed('en');
  const context = {
    reading: nothingLeftOut,
    request_id: 'test',
    now,
    billing_time_zone: 'Asia/Seoul',
    password: 'right',
  } as const;
  const chance = random();
  await tried(transact(db, (tx) => performAction(tx, action, body, { caller, signing, chance, ...context })));
}

async function adopt(case_id: number, caller: Caller): Promise<void> {
  const version = await versionOf(db, case_id);
  const context = { caller, request_id: 'test', now };
  await tried(transact(db, (tx) => adoptReport(tx, { case_id, version }, context)));
}

const onward = {
  ready: ['request'],
  request: ['assign-to-me'],
  assigned: ['start'],
  start: ['review-request'],
  review: ['request-verification', 'verify', 'return', 'complete', 'complete'],
  complete: ['request-editing', 'request'],
  edit: ['request-verification', 'verify', 'complete-editing', 'cancel-editing'],
} as const satisfies Record<CaseStatus, readonly CaseAction[]>;

/** Performs a likely next step for the user whose turn it is. */
async function goOn(case_id: number): Promise<void> {
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  if (row === undefined || !isCaseStatus(row.status)) throw new Error('no case');
  const assignee = row.technician_id === technician2.id ? technician2 : technician;
  if (row.report_version === null || row.status === 'edit') await adopt(case_id, assignee);
  const action = pick(onward[row.status]);
  const checks = action === 'verify' || action === 'return';
  const caller = row.status === 'ready' || action === 'request-editing' ? doctor : checks ? chief : assignee;
  await take(case_id, action, caller);
}

const others: readonly ((case_id: number) => Promise<unknown>)[] = [
  async (case_id) => adopt(case_id, technician),
  async (case_id) => {
    const input = {
      case_id,
      version: await versionOf(db, case_id),
      severity: pick(['low', 'critical'] as const),
    };
    await tried(
      transact(db, (tx) => updateReading(tx, input, { caller: technician, request_id: 'test', now })),
    );
  },
  async (case_id) => {
    const input = {
      case_id,
      version: await versionOf(db, case_id),
      priority: pick(['normal', 'urgent'] as const),
    };
    await tried(transact(db, (tx) => updateCase(tx, input, { caller: doctor, request_id: 'test', now })));
  },
  (case_id) => transact(db, (tx) => changeWork(tx, case_id, -1, { af_share: pick([0, 0.25, null]) })),
  (case_id) =>
    db.update(recordings).set({ analysable_share: random() }).where(eq(recordings.case_id, case_id)),
  (case_id) =>
    db
      .update(cases)
      .set({ team_id: pick([technician.user_group.id, null]) })
      .where(eq(cases.case_id, case_id)),
  () => changeAsOwner(db, technician2.id, { user_group_id: pick([world.center, technician.user_group.id]) }),
  () =>
    transact(db, (tx) =>
      giveBackCases(tx, {
        id: technician2.id,
        name: technician2.name,
        by: authorOf(chief),
        request_id: 'test',
        now,
      }),
    ),
  () => sumZones(db, { now, signal: new AbortController().signal }),
];

/** Performs everything in order; returns the time at its end. */
export async function happen(): Promise<Date> {
  await db.update(userGroups).set({ time_zone: zones.early });
  for (let serial = 0; serial < caseCount; serial += 1) {
    const hn_id = `HNS${String(serial).padStart(6, '0')}`;
    ids.push(await readyCase(db, serial % 4 === 0 ? otherDoctor : doctor, hn_id));
  }
  const acts = 500;
  for (let count = 0; count < acts; count += 1) {
    now = new Date(now.getTime() + below((2 * days * 86_400_000) / acts));
    const kind = random();
    if (kind < 0.5) await goOn(pick(ids));
    else if (kind < 0.93) await anyAction(pick(ids));
    else await pick(others)(pick(ids));
    if (count === acts / 2)
      await db.update(userGroups).set({ time_zone: zones.late }).where(eq(userGroups.id, world.center));
  }
  await sumZones(db, { now, signal: new AbortController().signal });
  return now;
}

export type CountedLife = Record<StatisticStep, Date | null> & {
  case_id: number;
  hospital_id: number;
  technician_id: number | null;
  row: typeof cases.$inferSelect;
  minutes: Record<string, number>;
  returned: boolean;
  corrected: boolean;
};

/** Counts from the rows of the history. */
export async function countFully(): Promise<CountedLife[]> {
  const rows = await db.select().from(cases).orderBy(asc(cases.case_id));
  return Promise.all(
    rows.map(async (row) => {
      const history = await db
        .select()
        .from(caseHistory)
        .where(eq(caseHistory.case_id, row.case_id))
        .orderBy(asc(caseHistory.version));
      const counted: CountedLife = {
        ...{ request: row.requested_date, assign: null, start: null, review: null, edit: null },
        ...{ complete: row.confirmed_date, minutes: {}, returned: false, corrected: false },
        ...{ case_id: row.case_id, hospital_id: row.hospital_id, technician_id: row.technician_id, row },
      };
      const seconds = new Map<string, number>();
      history.forEach((step, index) => {
        if (step.action === 'request') {
          seconds.clear();
          counted.returned = false;
        }
        if (step.status === 'request' && step.from_status !== 'request')
          Object.assign(counted, { assign: null, start: null, review: null });
        const moved = `${String(step.from_status)} ${step.status}`;
        if (moved === 'request assigned') counted.assign ??= step.created_at;
        if (moved === 'assigned start') counted.start ??= step.created_at;
        if (moved === 'start review') counted.review ??= step.created_at;
        if (step.action === 'request-editing') counted.edit ??= step.created_at;
        if (step.action === 'return' && step.from_status === 'review') counted.returned = true;
        if (step.action === 'complete-editing') counted.corrected = true;
        const next = history[index + 1];
        if (next === undefined) return;
        const spent = (next.created_at.getTime() - step.created_at.getTime()) / 1000;
        seconds.set(step.status, (seconds.get(step.status) ?? 0) + spent);
      });
      for (const [status, spent] of seconds) counted.minutes[status] = Math.floor(spent / 60);
      return counted;
    }),
  );
}
