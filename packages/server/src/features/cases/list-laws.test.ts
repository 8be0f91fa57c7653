/**
 * Tests lists and totals against a simple query with the same meaning. It makes random filters, searches, sorts and
 * pages, for callers of every scope, over enough cases that some lists are collected as few matches and others scanned
 * in order.
 */
import { caseSorts, caseViews } from '@rhythmdesk/contract/cases';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { caseStatuses, priorities, severities } from '@rhythmdesk/domain/case/status';
import { sql, type SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inScope, rowScopeOf } from '../../platform/db/row-scope.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import { listCases } from './case-list.ts';
import { countViews } from './count-views.ts';
import { priorityRank, severityRank, statusRank } from './list-ranks.ts';
import { as, caseWorld, now } from './test-cases.ts';

const { db } = await testDatabase();
const world = await caseWorld(db);
const { chief, doctor, technician, center, hospital, otherHospital } = world;
const team = technician.user_group.id;

const admin = as(chief, 'ADMIN', { group_type: 'admin', tech_center_id: null });
const teamManager = as(technician, 'MANAGER');
const hospitalManager = as(doctor, 'MANAGER');
const distributer = as(chief, 'DISTRIBUTER', { assigned_group_ids: [otherHospital, center] });
const callers = { admin, chief, doctor, teamManager, hospitalManager, distributer, technician };

const filledCases = 8_000;
/** Small enough that no insert reaches the statement timeout, however busy the machine is. */
const filledAtOnce = 500;

/**
 * Inserts the cases from number `first` on, within 60 days; those of the other center are visible by assignment alone.
 */
function drawCases(first: number): SQL {
  const pick = (words: readonly string[]): SQL =>
    sql`(array[${sql.join(
      words.map((word) => sql`${word}`),
      sql`, `,
    )}])[1 + floor(random() * ${words.length}::int)::int]`;
  const people = sql`(array[${technician.id}::int, ${world.technician2.id}::int])[1 + g % 2]`;
  return sql`insert into cases (hn_id, status, hospital_id, tech_center_id, owner_id, uploader_group_id,
      technician_id, confirmer_id, patient_id, patient_last_name, patient_first_name, priority, severity,
      requested_date, report_due_date, confirmed_date, created_at, closed_at, close_reason, af_share, ve_count)
    select 'HN' || lpad(g::text, 8, '0'), st, case when g % 7 = 0 then ${otherHospital}::int else ${hospital}::int end,
      case when g % 5 = 0 then null else ${center}::int end, ${doctor.id}, ${hospital},
      case when st in ('ready', 'request') then null else ${people} end,
      case when g % 11 = 0 then ${chief.id}::int end, lpad((g * 7)::text, 7, '0'),
      ${pick(['김', '王', '佐藤', 'Whitcombe'])}, ${pick(['지훈', '芳', '久美子', 'Ann', '洋'])},
      ${pick(priorities)}, ${pick(severities)}, case when st <> 'ready' then ts end,
      case when g % 13 <> 0 then ts + interval '3 days' end,
      case when st in ('complete', 'edit') then ts + interval '2 days' * random() end, ts,
      case when g % 17 = 0 then ts end, case when g % 17 = 0 then 'void' end,
      case when g % 3 = 0 then round(random()::numeric, 1) end, (random() * 9)::int
    from (select g, ${now.toISOString()}::timestamptz - interval '60 days' * random() as ts,
      case when random() < 0.8 then 'complete' else ${pick(caseStatuses)} end as st
      from generate_series(${first}::int, ${first + filledAtOnce - 1}::int) g) drawn`;
}

/** In one transaction, so that every random number comes from the connection with the seed. */
async function fill(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select setseed(0.7)`);
    for (let first = 1; first <= filledCases; first += filledAtOnce) await tx.execute(drawCases(first));
  });
  await db.execute(sql`analyze cases`);
}
await fill();

const plainScope: Readonly<Record<keyof typeof callers, SQL>> = {
  admin: sql`true`,
  chief: sql`tech_center_id = ${center}`,
  technician: sql`tech_center_id = ${center}`,
  doctor: sql`hospital_id = ${hospital}`,
  teamManager: sql`${team} in (hospital_id, tech_center_id, technician_group_id, uploader_group_id)`,
  hospitalManager: sql`(hospital_id = ${hospital} or tech_center_id = ${hospital}
    or technician_group_id = ${hospital} or uploader_group_id = ${hospital})`,
  distributer: sql`(hospital_id in (${otherHospital}, ${center}) or tech_center_id in (${otherHospital}, ${center}))`,
};

const plainColumn: Readonly<Record<string, string>> = {
  hospital: 'hospital_name',
  status: 'status_rank',
  priority: 'priority_rank',
  technician: 'technician_name',
};

/** A hospital sees a severity once its reading is complete, and not during a correction. */
const isHospital: ReadonlySet<keyof typeof callers> = new Set(['doctor', 'hospitalManager']);
const seenSeverity = (who: keyof typeof callers): SQL =>
  isHospital.has(who)
    ? sql`(case when status = 'complete' or (status = 'edit' and edit_saved_at is null) then severity else 'none' end)`
    : sql`severity`;
const severityOrder = (who: keyof typeof callers): SQL =>
  sql`array_position(array['none', 'low', 'moderate', 'high', 'critical'], ${seenSeverity(who)})`;

const always = {
  who: fc.constantFrom(...(['admin', 'chief', 'doctor', 'teamManager', 'hospitalManager'] as const)),
  sort: fc.constantFrom(...caseSorts.flatMap((key) => [key, `-${key}` as const])),
  language: fc.constantFrom(...languages),
  page: fc.constantFrom(1, 2, 7),
  size: fc.constantFrom(3, 50, 100),
  span: fc.constantFrom(
    ['2026-09-21', '2026-11-20'],
    ['2026-10-01', '2026-10-31'],
    ['2026-11-19', '2026-11-20'],
  ),
};
const sometimes = {
  q: fc.constantFrom('김', '王芳', '久美子', '洋', 'Ann', '없', '한빛', '14'),
  status: fc.subarray([...caseStatuses], { minLength: 1 }),
  priority: fc.subarray([...priorities], { minLength: 1 }),
  severity: fc.subarray([...severities], { minLength: 1 }),
  technician_id: fc.subarray([technician.id], { minLength: 1 }),
  hospital_id: fc.subarray([hospital, otherHospital], { minLength: 1 }),
  closed: fc.boolean(),
};
const filtered = fc.record(
  { ...always, ...sometimes },
  { requiredKeys: ['who', 'sort', 'language', 'page', 'size', 'span'] },
);
/** Without a filter, the list of a caller with a large scope is long enough for an ordered scan. */
const anyQuery = fc.oneof({ weight: 2, arbitrary: filtered }, { weight: 1, arbitrary: fc.record(always) });
type Query = typeof filtered extends fc.Arbitrary<infer Value> ? Value : never;

const among = (column: string, values: readonly (string | number)[] | undefined): SQL =>
  values === undefined ? sql`true` : sql`${sql.raw(column)} in ${[...values]}`;

function plainWhere({ who, span, q, closed, ...fields }: Query): SQL {
  const [from, to] = span;
  const text = (q ?? '').toLowerCase();
  return sql`${plainScope[who]}
    and (listed_at at time zone 'Asia/Seoul')::date between ${from}::date and ${to}::date
    and (position(${text} in search_names) > 0 or position(${text} in search_ids) > 0
      or position(${text} in lower(hospital_name)) > 0)
    and ${among('status', fields.status)} and ${among('priority', fields.priority)}
    and ${fields.severity === undefined ? sql`true` : sql`${seenSeverity(who)} in ${[...fields.severity]}`} and ${among('technician_id', fields.technician_id)}
    and ${among('hospital_id', fields.hospital_id)}
    and ${closed === undefined ? sql`true` : sql`(closed_at is not null) = ${closed}`}`;
}

const ids = z.array(z.object({ case_id: z.coerce.number() }));

async function plainIds(query: Query): Promise<number[]> {
  const key = query.sort.replace(/^-/, '');
  const named = sql.raw(
    key === 'patient_name' ? `patient_name collate "${query.language}-x-icu"` : (plainColumn[key] ?? key),
  );
  const column = key === 'severity' ? severityOrder(query.who) : named;
  const turned = sql.raw(query.sort.startsWith('-') ? 'desc' : 'asc');
  const found = await db.execute(sql`select case_id from cases where ${plainWhere(query)}
    order by ${column} ${turned}, listed_at ${turned}, case_id ${turned}`);
  return ids.parse(found.rows).map(({ case_id }) => case_id);
}

test('every list equals that of the plain query, and so does its total', async () => {
  const sizes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query: Query) => {
      const { who, span, page, size, language, ...filter } = query;
      const [from_time, to_time] = span;
      const expected = await plainIds(query);
      const listQuery = { ...filter, view: 'all', page, size, from_time, to_time } as const;
      const answer = await inScope(rowScopeOf(callers[who].actor), () =>
        listCases(db, callers[who], listQuery, { language, now }),
      );
      sizes.add(expected.length > 3_000 ? 'many' : expected.length > 0 ? 'few' : 'none');
      expect(answer.total).toBe(expected.length);
      expect(answer.items.map(({ case_id }) => case_id)).toEqual(
        expected.slice((page - 1) * size, page * size),
      );
    }),
    { numRuns: 250 },
  );
  expect([...sizes].sort()).toEqual(['few', 'many', 'none']);
});

test('each view’s count equals the plain one, for callers of every scope', async () => {
  for (const who of ['admin', 'chief', 'doctor', 'teamManager', 'hospitalManager', 'distributer'] as const) {
    const { counts } = await inScope(rowScopeOf(callers[who].actor), () =>
      countViews(db, callers[who], undefined),
    );
    const plain = await db.execute(sql`select
      count(*) filter (where closed_at is null and status = 'request') as unassigned,
      count(*) filter (where closed_at is null and status in ('request', 'assigned', 'start', 'review')
        and report_due_date < now()) as overdue,
      count(*) filter (where closed_at is null and status = 'edit') as correction,
      count(*) filter (where status = 'complete' and (listed_at at time zone 'Asia/Seoul')::date >=
        (now() at time zone 'Asia/Seoul')::date - 29) as completed
      from cases where ${plainScope[who]}`);
    const expected = z.record(z.string(), z.coerce.number()).parse(plain.rows[0]);
    expect(counts).toMatchObject(expected);
    expect(Object.keys(counts).sort()).toEqual([...caseViews].sort());
  }
});

test('users who see masked names learn nothing by searching them', async () => {
  const period = { from_time: '2026-09-21', to_time: '2026-11-20', page: 1, size: 50, view: 'all' } as const;
  const masked = await listCases(
    db,
    distributer,
    { ...period, sort: 'hn_id', q: '久美子' },
    { language: 'en', now },
  );
  expect(masked.total).toBe(0);
  const pool = await listCases(
    db,
    technician,
    { ...period, sort: 'hn_id', q: '久美子' },
    { language: 'en', now },
  );
  expect(pool.items.every(({ status }) => status !== 'request' && status !== 'ready')).toBe(true);
});

test('the ranks equal the database’s', async () => {
  const found = await db.execute(
    sql`select distinct status, status_rank, priority, priority_rank, severity, severity_rank from cases`,
  );
  const word = z.object({
    status: z.enum(caseStatuses),
    status_rank: z.number(),
    priority: z.enum(priorities),
    priority_rank: z.number(),
    severity: z.enum(severities),
    severity_rank: z.number(),
  });
  for (const row of found.rows.map((each) => word.parse(each))) {
    expect(statusRank(row.status)).toBe(row.status_rank);
    expect(priorityRank(row.priority)).toBe(row.priority_rank);
    expect(severityRank(row.severity)).toBe(row.severity_rank);
  }
});
