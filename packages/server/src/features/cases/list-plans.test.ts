/**
 * Tests how PostgreSQL reads the case lists: every sort column in both directions and searches of one to three
 * characters, for every role, over enough cases that the planner has a choice. No list scans the whole table of cases,
 * and none sorts more than a page, except for a few cases that were collected before.
 */
import { caseSorts } from '@rhythmdesk/contract/cases';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { inScope, rowScopeOf } from '../../platform/db/row-scope.ts';
import { testDatabase } from '../../platform/db/test-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { listCases } from './case-list.ts';
import { countViews } from './count-views.ts';
import { findCases } from './find-cases.ts';
import { addCaller, addGroup, now } from './test-cases.ts';

const { db, owner } = await testDatabase();
const dialect = new PgDialect();

/** Cases in the period of the lists. */
const filled = 10_000;
/** Enough that the planner never scans the whole table for a period of it. */
const older = 25_000;
/** A family name of a third of the older cases and of ten in the period. */
const formerName = '長谷川';
/** A given name of most older cases and of a third of the period: its index would fetch far more than the list shows. */
const frequentName = '千代子';
const page = 100;
const months = 3;
/** As in list-query.ts. */
const fewAtMost = 3_000;
/** Share of the ten thousand that belongs to the center and its larger hospital, more than a few. */
const ownShare = 0.35;

const other = await addGroup(db, { type: 'tech_center', name: 'Other center' });
const center = await addGroup(db, { type: 'tech_center', name: 'Center' });
const team = await addGroup(db, { type: 'team', name: 'Team', tech_center_id: center });
const admins = await addGroup(db, { type: 'admin', name: 'Admins' });
const logistics = await addGroup(db, { type: 'logistics', name: 'Logistics' });
const distributer = await addGroup(db, { type: 'distributer', name: 'Distributer' });
const otherHospital = await addGroup(db, { type: 'hospital', name: 'A hospital', tech_center_id: other });
/** Its name sorts last, so that an order by name finds it after all others. */
const hospital = await addGroup(db, { type: 'hospital', name: 'Z hospital', tech_center_id: center });

const otherReader = await addCaller(db, 'areader', 'TECHNICIAN', other);
const reader = await addCaller(db, 'zreader', 'TECHNICIAN', center);

const groupsOf = {
  LOGISTICS: [logistics],
  DOCTOR: [hospital],
  TECHNICIAN: [team],
  CHIEF: [center],
  MANAGER: [hospital, center, team],
  CENTER: [center],
  DISTRIBUTER: [distributer],
  ADMIN: [admins],
} as const satisfies Record<(typeof roleKeys)[number], readonly number[]>;

const cases = `insert into cases (hn_id, status, hospital_id, tech_center_id, owner_id, uploader_group_id, technician_id,
    patient_id, patient_last_name, patient_first_name, priority, severity, recording_start, recording_seconds,
    requested_date, report_due_date, confirmed_date, edit_started_at, created_at, af_share, ve_count, pause_count)
  select 'HN' || lpad((g * 7919 % 1000003)::text, 8, '0'), st, case when own then ${String(hospital)} else ${String(otherHospital)} end,
    case when own then ${String(center)} else ${String(other)} end, ${String(reader.id)},
    case when own then ${String(hospital)} else ${String(otherHospital)} end,
    case when st <> 'request' then case when own then ${String(reader.id)} else ${String(otherReader.id)} end end,
    lpad((random() * 9999999)::int::text, 7, '0'),
    case when g % 997 = 0 or g > ${String(filled)} and g % 3 = 0 then '${formerName}'
      else (array['김', '王', '佐藤', 'Whitcombe'])[1 + floor(random() * 4)::int] end,
    case when g % 10 < case when g > ${String(filled)} then 9 else 3 end then '${frequentName}'
      else (array['지훈', '芳', '久美子', 'Ann'])[1 + floor(random() * 4)::int] end,
    (array['normal', 'urgent'])[1 + floor(random() * 2)::int],
    (array['none', 'low', 'high'])[1 + floor(random() * 3)::int], ts, (1 + g % 14) * 86400, ts, ts + interval '3 days',
    case when st in ('complete', 'edit') then ts + interval '2 days' * random() end, case when st = 'edit' then ts end, ts,
    random(), (random() * 5000)::int, (random() * 20)::int
  from (select g, timestamptz '2026-11-20' - interval '60 days' * (random()
      + case when g > ${String(filled)} then 1 + 4 * random() else 0 end) as ts, random() < ${String(ownShare)} as own,
    case when random() < 0.9 then 'complete' else (array['request', 'start', 'edit'])[1 + g % 3] end as st
    from generate_series(1, ${String(filled + older)}) g) drawn`;

const definitions = z.array(z.object({ name: z.string(), definition: z.string() }));

/** Runs as the tables' owner, who creates the indexes after the rows, without the sums that a new case updates. */
beforeAll(async () => {
  const client = new Client(owner);
  await client.connect();
  const { rows } =
    await client.query(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'cases'::regclass and not indisunique`);
  const indexes = definitions.parse(rows);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('select setseed(0.4)');
  await client.query('alter table cases disable trigger cases_counted_new');
  await client.query(cases);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('vacuum (analyze) cases');
  await client.end();
});

async function callers(): Promise<(readonly [string, Caller])[]> {
  const made = roleKeys.flatMap((role) =>
    groupsOf[role].map(async (group, at) => {
      const name = `${role.toLowerCase()}${String(at)}`;
      const caller = await addCaller(db, name, role, group);
      const served = role === 'DISTRIBUTER' || role === 'LOGISTICS' ? [hospital] : [];
      return [name, { ...caller, actor: { ...caller.actor, assigned_group_ids: served } }] as const;
    }),
  );
  return Promise.all(made);
}
const everybody = await callers();

type Node = {
  readonly [field: string]: unknown;
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Node[] | undefined;
};
const node: z.ZodType<Node> = z.looseObject({
  'Node Type': z.string(),
  'Actual Rows': z.number(),
  get Plans() {
    return z.array(node).optional();
  },
});
const explained = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: node })]) });

const nodesOf = (plan: Node): Node[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

type Explained = {
  readonly kind: 'few' | 'walk' | 'count' | 'hidden' | 'other';
  readonly nodes: readonly Node[];
};

function kindOf(text: string): Explained['kind'] {
  if (text.startsWith('with found')) return 'few';
  if (text.startsWith('with walks')) return 'walk';
  if (text.includes('from second_readings s join cases c')) return 'hidden';
  return /^select .* as total$/s.test(text) ? 'count' : 'other';
}

async function explain(text: string, statement: SQL): Promise<Explained> {
  const found = await db.execute(sql`explain (analyze, timing off, summary off, format json) ${statement}`);
  return { kind: kindOf(text), nodes: nodesOf(explained.parse(found.rows[0])['QUERY PLAN'][0].Plan) };
}

/** The count of a list is one statement for every sort: each statement of a user runs and is explained once. */
const answers = new Map<string, Promise<unknown>>();
const explanations = new Map<string, Explained>();

/** Returns the plans of the statements that `work` runs in the caller's scope, each explained as it ran. */
async function plansOf(caller: Caller, work: (noting: Db) => Promise<unknown>): Promise<Explained[]> {
  const statements = new Map<string, SQL>();
  const execute = (statement: SQL) => {
    const key = JSON.stringify([caller.id, dialect.sqlToQuery(statement)]);
    const answer = answers.get(key) ?? db.execute(statement).execute();
    statements.set(key, statement);
    answers.set(key, answer);
    return answer;
  };
  const noting = new Proxy(db, {
    get: (target, name): unknown => (name === 'execute' ? execute : Reflect.get(target, name, target)),
  });
  const scope = rowScopeOf(caller.actor);
  await inScope(scope, () => work(noting));
  const plans: Explained[] = [];
  for (const [key, statement] of statements) {
    const text = dialect.sqlToQuery(statement).sql.trim();
    if (/^explain/i.test(text)) continue;
    const plan = explanations.get(key) ?? (await inScope(scope, () => explain(text, statement)));
    explanations.set(key, plan);
    plans.push(plan);
  }
  return plans;
}

const period = { view: 'all', from_time: '2026-09-21', to_time: '2026-11-20', page: 1, size: page } as const;

const isOverCases = (of: Node): boolean => of['Relation Name'] === 'cases';
/** Returns the rows that a scan of cases read. */
const readBy = (of: Node): number =>
  (of['Actual Rows'] + Number(of['Rows Removed by Filter'] ?? 0)) * Number(of['Actual Loops'] ?? 1);
const sortedIn = ({ nodes }: Explained): number =>
  Math.max(
    0,
    ...nodes.filter((of) => of['Node Type'] === 'Sort').map((of) => of.Plans?.[0]?.['Actual Rows'] ?? 0),
  );
const scansIn = ({ nodes }: Explained): Node[] => nodes.filter(isOverCases);

/** Returns the deviations of a plan from what is required, as text. */
function faultsOf(plan: Explained, most: number): string[] {
  const through = scansIn(plan).filter((of) => of['Node Type'] === 'Seq Scan');
  const read = scansIn(plan).reduce((sum, of) => sum + readBy(of), 0);
  const isPage = plan.kind === 'walk' || plan.kind === 'few';
  const sortable = plan.kind === 'few' ? fewAtMost : most;
  return [
    ...through.map(() => `${plan.kind}: reads the table through`),
    ...(isPage && sortedIn(plan) > sortable ? [`${plan.kind}: sorts ${String(sortedIn(plan))} rows`] : []),
    ...(plan.kind === 'walk' && read > filled * ownShare * 1.1 ? [`walk: reads ${String(read)} rows`] : []),
  ];
}

const inEnglish = { language: 'en', now } as const;

function callerOf(name: string) {
  const caller = everybody.find(([who]) => who === name)?.[1];
  if (caller === undefined) throw new Error(`no ${name}`);
  return caller;
}

test('every sort, both ways and for every role, uses an index or is refused', async () => {
  const kinds = new Set<string>();
  const faults: string[] = [];
  for (const [who, caller] of everybody) {
    for (const sort of caseSorts.flatMap((key) => [key, `-${key}` as const])) {
      const listed = plansOf(caller, (noting) => listCases(noting, caller, { ...period, sort }, inEnglish));
      const plans = await listed.catch((refusal: unknown) => {
        if (refusal instanceof Refusal && refusal.code === 'input/masked-field') return [];
        throw refusal;
      });
      // Cases of a group without an index in this order are read completely; those of a center are scanned in order.
      const isWhole = caller.user_group.type !== 'admin' && /hospital|technician|severity/.test(sort);
      for (const plan of plans) {
        kinds.add(plan.kind);
        faults.push(
          ...faultsOf(plan, isWhole ? filled * ownShare * 1.1 : months * page).map(
            (each) => `${who} ${sort} ${each}`,
          ),
        );
      }
    }
  }
  expect(faults).toEqual([]);
  expect([...kinds].sort()).toEqual(['count', 'few', 'hidden', 'walk']);
});

test.each(languages)('%s: patients are listed by an index in the order of the language', async (language) => {
  for (const caller of ['chief0', 'admin0'].map(callerOf)) {
    for (const sort of ['patient_name', '-patient_name'] as const) {
      const plans = await plansOf(caller, (noting) =>
        listCases(noting, caller, { ...period, sort }, { language, now }),
      );
      expect(plans.flatMap((plan) => faultsOf(plan, months * page))).toEqual([]);
      expect(plans.filter(({ kind }) => kind === 'walk').flatMap(scansIn).length).toBeGreaterThan(0);
    }
  }
});

test('a center reads its own cases in the order of its hospitals and technicians', async () => {
  const chief = callerOf('chief0');
  for (const sort of ['hospital', '-technician'] as const) {
    const plans = await plansOf(chief, (noting) => listCases(noting, chief, { ...period, sort }, inEnglish));
    const read = plans.filter(({ kind }) => kind === 'walk').flatMap(scansIn);
    expect(read.length).toBeGreaterThan(0);
    for (const scan of read) expect(readBy(scan)).toBeLessThanOrEqual(page);
  }
});

test('searches of one to three characters scan no table', async () => {
  const faults: string[] = [];
  for (const [who, caller] of everybody) {
    for (const q of ['김', '洋', '지훈', '王芳', '김지훈', '久美子', 'An', 'ann', '14', 'Z h']) {
      const query = { ...period, sort: 'report_due_date', q } as const;
      for (const plan of await plansOf(caller, (noting) => listCases(noting, caller, query, inEnglish)))
        faults.push(...faultsOf(plan, months * page).map((each) => `${who} ${q} ${each}`));
      for (const plan of await plansOf(caller, (noting) => findCases(noting, caller, q, now)))
        faults.push(...faultsOf(plan, 0).map((each) => `${who} ${q} in the search field ${each}`));
    }
  }
  expect(faults).toEqual([]);
});

test.each([
  ['every case of a period is read in order at once', {}, 'walk', 'few'],
  ['a name of many older cases and of few in the period is fetched', { q: formerName }, 'few', 'walk'],
  ['a name of a third of all cases is read in order', { q: frequentName }, 'walk', 'few'],
])('%s', async (_what, filter, kind, other) => {
  const admin = callerOf('admin0');
  const query = { ...period, sort: 'report_due_date', ...filter } as const;
  const plans = await plansOf(admin, (noting) => listCases(noting, admin, query, inEnglish));
  const kinds = plans.map((plan) => plan.kind);
  expect(kinds).toContain(kind);
  expect(kinds).not.toContain(other);
});

test('the counts of the views scan no table', async () => {
  for (const [who, caller] of everybody) {
    const plans = await plansOf(caller, (noting) => countViews(noting, caller, undefined));
    expect(plans.flatMap((plan) => faultsOf(plan, 0)).map((each) => `${who} ${each}`)).toEqual([]);
  }
});
