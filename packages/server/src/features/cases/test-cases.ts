/** Provides a hospital, a center with a team, their users and cases, for the tests of this feature. */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { isGroupType, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { caseFiles, cases } from '../../platform/db/schema/cases.ts';
import { chargingUnitPrices, chargingUnits, userGroups, users } from '../../platform/db/schema/people.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createCase } from './edit-case.ts';
import { performAction, type ActionAnswer } from './perform-action.ts';
import { nothingLeftOut } from './left-out.ts';
import { unsealed } from './sign-report.ts';

export const now = new Date('2026-11-20T09:00:00Z');
const seoul = 'Asia/Seoul';

type GroupValues = typeof userGroups.$inferInsert;

export async function addGroup(db: Db, values: GroupValues): Promise<number> {
  const [row] = await db.insert(userGroups).values(values).returning({ id: userGroups.id });
  return row?.id ?? 0;
}

export async function addCaller(
  db: Db,
  user_id: string,
  role_key: RoleKey,
  group_id: number,
): Promise<Caller> {
  const [user] = await db
    .insert(users)
    .values({ user_id, name: user_id, role_key, user_group_id: group_id, password_hash: '-' })
    .returning();
  const [group] = await db.select().from(userGroups).where(eq(userGroups.id, group_id));
  if (user === undefined || group === undefined || !isGroupType(group.type)) throw new Error('no such group');
  return {
    id: user.id,
    user_id,
    name: user_id,
    role_key,
    user_group: { id: group.id, name: group.name, type: group.type, time_zone: group.time_zone },
    must_change_password: false,
    must_enrol: false,
    actor: {
      id: user.id,
      role_key,
      user_group_id: group.id,
      group_type: group.type,
      tech_center_id:
        group.type === 'tech_center' ? group.id : group.type === 'team' ? group.tech_center_id : null,
      assigned_group_ids: [],
    },
    session: { token_hash: Buffer.alloc(32), expires_at: now },
  };
}

async function addPrices(db: Db): Promise<number> {
  const [unit] = await db.insert(chargingUnits).values({ name: 'Standard', currency: 'KRW' }).returning();
  const charging_unit_id = unit?.id ?? 0;
  const rows = (['normal', 'urgent'] as const).flatMap((priority, urgent) =>
    (['up_to_48_h', 'up_to_7_d', 'longer'] as const).map((length_class, length) => ({
      charging_unit_id,
      priority,
      length_class,
      valid_from: '2026-01-01',
      amount_minor: 10_000 * (1 + length) + 5_000 * urgent,
    })),
  );
  await db.insert(chargingUnitPrices).values(rows);
  return charging_unit_id;
}

export async function caseWorld(db: Db) {
  const charging_unit_id = await addPrices(db);
  const center = await addGroup(db, { type: 'tech_center', name: 'Center' });
  const team = await addGroup(db, { type: 'team', name: 'Team', tech_center_id: center });
  const hospital = await addGroup(db, {
    type: 'hospital',
    name: 'みなと総合病院',
    tech_center_id: center,
    charging_unit_id,
  });
  const otherHospital = await addGroup(db, { type: 'hospital', name: '한빛의원', tech_center_id: center });
  const people = {
    doctor: await addCaller(db, 'doctor', 'DOCTOR', hospital),
    otherDoctor: await addCaller(db, 'doctor2', 'DOCTOR', otherHospital),
    technician: await addCaller(db, 'technician', 'TECHNICIAN', team),
    technician2: await addCaller(db, 'technician2', 'TECHNICIAN', center),
    chief: await addCaller(db, 'chief', 'CHIEF', center),
  };
  return { hospital, otherHospital, center, team, ...people };
}

/** Creates a ready case of the doctor's hospital with a recording and everything that a request requires. */
export async function readyCase(db: Db, doctor: Caller, hn_id: string, fields: object = {}): Promise<number> {
  const { case_id } = await transact(db, (tx) =>
    createCase(
      tx,
      {
        hn_id,
        patient_id: '0048213',
        patient_last_name: '田中',
        patient_first_name: '洋子',
        birth_date: '1954-03-12',
        gender: 'female',
        ...fields,
      },
      { caller: doctor, request_id: 'test', now },
    ),
  );
  await db
    .update(cases)
    .set({ recording_start: new Date('2026-11-05T00:00:00Z'), recording_seconds: 1800 })
    .where(eq(cases.case_id, case_id));
  await db.insert(recordings).values({
    case_id,
    start_ms: 0,
    sampling_hz: 250,
    samples: 450_000,
    leads: [],
    pyramid: {},
    trace_sha256: '0'.repeat(64),
    gaps: [],
    events: [],
    hours: [],
    sparkline: Buffer.alloc(324, 255),
    analysable_share: 1,
    view_mismatches: 0,
  });
  await db.insert(caseFiles).values({
    case_id,
    kind: 'report',
    side: 'request',
    filename: 'Report.pdf',
    media_type: 'application/pdf',
    size_bytes: 1,
    sha256: 'a'.repeat(64),
  });
  return case_id;
}

export async function versionOf(db: Db, case_id: number): Promise<number> {
  const [row] = await db.select({ version: cases.version }).from(cases).where(eq(cases.case_id, case_id));
  return row?.version ?? 0;
}

type Extra = {
  comment?: string;
  technician_id?: number;
  confirmer_id?: number;
  team_id?: number | null;
  version?: number;
  /** Without it no second reading is selected. */
  chance?: number;
};

/** Performs one action with the right password, at the case's current version by default. */
export async function act(
  db: Db,
  caller: Caller,
  case_id: number,
  action: CaseAction,
  extra: Extra = {},
): Promise<ActionAnswer> {
  const { chance = 0.999_999, ...body } = extra;
  const version = extra.version ?? (await versionOf(db, case_id));
  return transact(db, (tx) =>
    performAction(
      tx,
      action,
      { ...body, case_id, version },
      {
        caller,
        request_id: 'test',
        now,
        billing_time_zone: seoul,
        password: 'right',
        chance,
        signing: unsealed('en'),
        reading: nothingLeftOut,
      },
    ),
  );
}

/** Returns the code of the refusal, or `done`. */
export async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'done';
  } catch (fault) {
    if (fault instanceof Refusal) return fault.code;
    throw fault;
  }
}

/** Returns the caller with another role and other facts. */
export const as = (
  caller: Caller,
  role_key: Caller['role_key'],
  actor: Partial<Caller['actor']> = {},
): Caller => ({
  ...caller,
  role_key,
  actor: { ...caller.actor, role_key, ...actor },
});
