/**
 * Measures the first page of fifty rows with its exact total for the two lists of administrators. They have a hundred
 * thousand users in a hundred thousand institutions; the server answers without HTTP. The requests are every order both
 * ways, every filter, searches in Korean, Japanese and Latin letters; for a user who sees everyone, and for a center of
 * ten thousand.
 */
import { institutionSortKeys } from '@rhythmdesk/contract/institutions';
import { userSortKeys } from '@rhythmdesk/contract/users';
import { listInstitutions } from '@rhythmdesk/server/features/institutions/institution-list';
import { countsOfUsers, listUsers } from '@rhythmdesk/server/features/people/users/user-list';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { beginTestRun, endTestRun } from '@rhythmdesk/server/platform/db/test-cluster';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { Client } from 'pg';
import { withDatabase } from '../faults/throwaway-database.ts';
import type { Bench, Print } from './bench.ts';
import { benchCaller } from './case-list-mix.ts';
import { percentile, timesOf } from './percentile.ts';

const goal = 30;
const people = 100_000;

const fill = `
  insert into user_groups (type, name, register_code, region, address)
    select 'tech_center', 'Center ' || g, 'CTR-' || g, 'Seoul', 'Street ' || g from generate_series(1, 10) g;
  insert into user_groups (type, name, register_code, region, address, tech_center_id)
    select 'hospital', (array['みなと総合病院', '한빛순환기내과의원', 'Northgate Heart Centre', '聖明医科大学病院',
      '가람대학교병원', '协和心脏医院'])[1 + g % 6] || ' ' || g, 'H-' || g,
      (array['東京都', '서울', 'Leeds', '大阪府', '부산', '北京'])[1 + g % 6], 'Street ' || g,
      (select min(id) from user_groups) + g % 10 from generate_series(1, ${String(people - 10)}) g;
  insert into users (user_id, name, email, role_key, user_group_id, password_hash, use_flag, must_change_password,
      last_sign_in_at, created_at)
    select 'u' || g, (array['김지훈','이민서','佐藤 蓮','鈴木 隆','Ben Whitlock','王伟'])[1 + g % 6] || ' ' || g,
      'u' || g || '@example.org', case when g % 20 = 0 then 'MANAGER' when g % 10 = 1 then 'TECHNICIAN' else 'DOCTOR' end,
      case when g % 10 = 1 then (select min(id) from user_groups) + (g / 10) % 10
        else (select min(id) from user_groups) + g % ${String(people)} end,
      '-', case when g % 33 = 0 then 'D' when g % 500 = 0 then 'W' else 'Y' end, g % 50 = 0,
      case when g % 40 <> 0 then now() - interval '400 days' * (g / ${String(people)}.0) end,
      now() - interval '900 days' * (g / ${String(people)}.0)
    from generate_series(1, ${String(people)}) g;
  `;

const page = { page: 1, size: 50 };

const userMix = (): readonly Parameters<typeof listUsers>[2][] => [
  ...userSortKeys.map((sort) => ({ ...page, sort })),
  ...[
    { role_key: ['TECHNICIAN' as const] },
    { flag: ['dormant' as const] },
    { flag: ['waiting' as const, 'one-time' as const] },
    { group_type: ['tech_center' as const, 'team' as const] },
    { from_time: new Date(Date.now() - 30 * 86_400_000).toISOString() },
    { never_signed_in: true },
    { q: '佐藤' },
    { q: '이민' },
    { q: 'whitlock 77' },
    { q: 'u99' },
  ].map((filter) => ({ ...page, sort: '-last_sign_in_at' as const, ...filter })),
];

const institutionMix = (): readonly Parameters<typeof listInstitutions>[2][] => [
  ...institutionSortKeys.map((sort) => ({ ...page, sort })),
  ...[
    { region: ['東京都'] },
    { type: ['hospital' as const] },
    { q: '協和' },
    { q: 'みなと' },
    { q: 'H-77' },
  ].map((filter) => ({
    ...page,
    sort: 'name' as const,
    ...filter,
  })),
];

async function measure(what: string, mix: readonly (() => Promise<unknown>)[], print: Print): Promise<void> {
  const all: number[] = [];
  for (const ask of mix) all.push(...(await timesOf(5, ask)));
  print({ what: `${what}, page with total, p50 of the mix`, value: percentile(all, 0.5), unit: 'ms' });
  print({ what: `${what}, page with total, p95 of the mix`, value: percentile(all, 0.95), unit: 'ms', goal });
}

async function measureAs(db: Db, who: string, caller: Caller, print: Print): Promise<void> {
  const context = () => ({ dormant_after_days: 365, now: new Date(), language: 'ko' as const });
  const users = userMix().map((query) => () => listUsers(db, caller, query, context()));
  const institutions = institutionMix().map(
    (query) => () => listInstitutions(db, caller, query, { language: 'en', now: new Date() }),
  );
  await measure(`${who}, users`, users, print);
  await measure(`${who}, institutions`, institutions, print);
  const counts = await timesOf(10, () => countsOfUsers(db, caller));
  print({
    what: `${who}, counts of the users’ views, p95`,
    value: percentile(counts, 0.95),
    unit: 'ms',
    goal,
  });
}

async function measureAll(print: Print): Promise<void> {
  await withDatabase(async ({ db, owner }) => {
    const client = new Client(owner);
    await client.connect();
    try {
      // Vacuum marks pages as visible to all only if their commit is on disk; otherwise counts would read the tables.
      await client.query('set synchronous_commit = on');
      await client.query(fill);
      for (const table of ['users', 'user_groups']) await client.query(`vacuum (freeze, analyze) ${table}`);
      const { rows } = await client.query<{ id: number }>('select min(id)::int as id from user_groups');
      const center = rows[0]?.id ?? 1;
      await measureAs(db, 'administrator', benchCaller('ADMIN', 'admin', center), print);
      await measureAs(db, 'center', benchCaller('CENTER', 'tech_center', center), print);
    } finally {
      await client.end();
    }
  });
}

export default {
  name: 'people-lists',
  run: async (print) => {
    // Uses the database of a test run, although no test runner started one.
    const folder = await beginTestRun();
    try {
      await measureAll(print);
    } finally {
      await endTestRun(folder);
    }
  },
} satisfies Bench;
