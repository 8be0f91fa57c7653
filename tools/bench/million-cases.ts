/**
 * Makes a database of one million cases for benchmarks. It has 300 hospitals of 10 centers, and 200 technicians who
 * read for their own center, over 14 months. Names are in Korean, Japanese and Chinese with their real frequency: the
 * most common Korean surname has a third of the rows. Each completed case has a price, except one in 500.
 *
 * It is made once in `.cache/`, because filling it takes some minutes, and used for a week. New migrations are applied
 * to it as to any other database of that size. `times` makes a database of several million cases, which takes hours on a
 * busy machine; remove its folder afterwards.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDb, openPool, type Db } from '@rhythmdesk/server/platform/db/database';
import { migrate } from '@rhythmdesk/server/platform/db/migrate';
import { testScopeKey } from '@rhythmdesk/server/platform/db/test-cluster';
import { startEmbedded } from '@rhythmdesk/server/platform/postgres/embedded';
import { appRole, type EmbeddedConnections } from '@rhythmdesk/server/platform/postgres/roles';
import { Client, escapeIdentifier } from 'pg';
import { z } from 'zod';
import { repositoryRoot } from '../processes/repository.ts';
import { multiplyCases } from './multiply-cases.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const groups = `
  insert into user_groups (type, name) select 'tech_center', 'Center ' || g from generate_series(1, 10) g;
  insert into user_groups (type, name, tech_center_id)
    select 'hospital', (array['みなと総合病院', '한빛순환기내과의원', 'Northgate Heart Centre', '聖明医科大学病院',
      '가람대학교병원', '协和心脏医院'])[1 + g % 6] || ' ' || g, 1 + g % 10 from generate_series(1, 300) g;
  insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u' || g, 'User ' || g, 'TECHNICIAN', 1 + g % 10, '-' from generate_series(1, 200) g;
  insert into charging_units (name, currency) values ('Standard JPY', 'JPY');
  select setseed(0.42)`;

const surname = `case g % 3
  when 0 then (array['김','이','박','최','정','강','조','윤','장','임'])[1 + floor(random() * random() * 10)::int]
  when 1 then (array['佐藤','鈴木','高橋','田中','伊藤','渡辺','山本','中村','小林','加藤'])[1 + floor(random() * 10)::int]
  else (array['王','李','张','刘','陈','杨','赵','黄','周','吴'])[1 + floor(random() * 10)::int] end`;
const given = `case g % 3
  when 0 then (array['지','민','서','도','하','예','수','현','은','영'])[1 + floor(random() * 10)::int]
    || (array['훈','준','윤','우','은','진','아','호','희','숙'])[1 + floor(random() * 10)::int]
  when 1 then (array['洋子','隆','健一','和子','誠','博','実','大輔','由美','千尋','徹','久美子'])[1 + floor(random() * 12)::int]
  else (array['伟','芳','娜','敏','静','丽','强','磊','军','洋'])[1 + floor(random() * 10)::int]
    || (array['伟','芳','娜','敏','静','丽','强','磊','军',''])[1 + floor(random() * 10)::int] end`;

/** Finished, unless requested in the last five days; one in 300 is under correction. */
const status = `case when ts < now() - interval '5 days' then case when random() < 0.003 then 'edit' else 'complete' end
  else (array['ready','request','assigned','start','review','complete','complete'])[1 + floor(random() * 7)::int] end`;

/** One of the twenty technicians of the case's own center, because no other may take it. */
const technician = '1 + (h - 1) % 10 + 10 * floor(random() * 20)::int';

const casesOf = (count: number): string => `
  insert into cases (hn_id, status, hospital_id, tech_center_id, owner_id, uploader_group_id, technician_id, patient_id,
    patient_last_name, patient_first_name, birth_date, gender, priority, severity, recording_start,
    recording_seconds, requested_date, report_due_date, confirmed_date, edit_started_at, created_at, af_share, ve_count, pause_count,
    currency, price_minor, charging_unit_id)
  select 'HN' || lpad(g::text, 9, '0'), st, h, 1 + (h - 10) % 10, 1, h,
    case when st in ('ready', 'request') then null else ${technician} end,
    lpad((random() * 9999999)::int::text, 7, '0'), ${surname}, ${given}, date '1930-01-01' + (random() * 25000)::int,
    (array['male', 'female'])[1 + (random() > 0.5)::int], case when random() < 0.1 then 'urgent' else 'normal' end,
    (array['none', 'low', 'moderate', 'high', 'critical'])[1 + floor(random() * random() * 5)::int],
    ts - interval '14 days', 86400 * days, case when st <> 'ready' then ts end,
    case when st <> 'ready' then ts + interval '72 h' end,
    case when st in ('complete', 'edit') then ts + interval '48 h' * random() end,
    case when st = 'edit' then now() - interval '2 days' * random() end, ts,
    case when random() < 0.3 then random() end, (random() * 5000)::int, (random() * random() * 20)::int,
    case when priced then 'JPY' end, case when priced then 9000 + 1000 * days end,
    case when priced then (select min(id) from charging_units) end
  from (select *, st in ('complete', 'edit') and g % 500 <> 0 priced from (select g, h, ts, ${status} st,
    (1 + floor(random() * 14))::int days from (
    select g, 11 + floor(random() * 300)::int h, now() - interval '425 days' * (1 - g / ${String(count)}.0) ts
    from generate_series(1, ${String(count)}) g) drawn) stated) known`;
const million = 1_000_000;
const cases = casesOf(million);

/** Its dates end on the day it was filled, so it is filled again every week. */
function fillMark(): string {
  const week = Math.floor(Date.now() / (7 * 86_400_000));
  return createHash('sha256').update(cases).update(groups).update(String(week)).digest('hex').slice(0, 12);
}

const countRows = z.tuple([z.object({ n: z.number() })]);

async function countAll(owner: Client): Promise<number> {
  const answer = await owner.query('select count(*)::int as n from cases');
  return countRows.parse(answer.rows)[0].n;
}

const indexRows = z.array(z.object({ name: z.string(), definition: z.string() }));

/** Six steps for a finished case, for an open one as many as its status needs; one in 25 was returned once. */
const histories = `
  insert into case_history (case_id, version, action, from_status, status, request_id, created_at, previous_hash, hash)
  select c.case_id, row_number() over (partition by c.case_id order by s.share), s.action, s.before, s.status, 'bench',
    c.created_at + s.share * coalesce(c.confirmed_date - c.created_at, interval '20 h'), '', ''
  from cases c join (values ('create', null, 'ready', 0.0, 1), ('request', 'ready', 'request', 0.001, 2),
    ('assign-to-me', 'request', 'assigned', 0.2, 3), ('start', 'assigned', 'start', 0.4, 4),
    ('review-request', 'start', 'review', 0.7, 5), ('return', 'review', 'start', 0.8, 0),
    ('review-request', 'start', 'review', 0.9, 0), ('complete', 'review', 'complete', 1.0, 6),
    ('request-editing', 'complete', 'edit', 1.1, 7)) s (action, before, status, share, rank)
  on s.rank <= c.status_rank and (s.rank > 0 or (c.case_id % 25 = 0 and c.status_rank >= 6))`;

/** Adds what the statistics read: the histories, and the rows and sums that the database derives from them. */
export async function addHistories(owner: Client): Promise<void> {
  const kept = await owner.query('select 1 from case_history limit 1');
  if (kept.rows.length > 0) return;
  const tables = ['case_history', 'case_statistics'];
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(histories);
  await owner.query('truncate case_statistics');
  await owner.query('vacuum (analyze) case_history');
  await owner.query('insert into case_statistics select * from case_statistics_counted');
  for (const table of tables) await owner.query(`alter table ${table} enable trigger user`);
  await owner.query('vacuum (analyze) case_statistics');
}

/**
 * What a row of a list shows beside its case: a recording, a report of each completed case, a comment for every third
 * case.
 */
const records = `
  insert into recordings (case_id, start_ms, sampling_hz, samples, leads, pyramid, trace_sha256, gaps, events, hours,
      sparkline, analysable_share, view_mismatches, synthetic)
    select case_id, 0, 250, 250 * 86400, '[]', '{"level_sha256":[]}', repeat('0', 64), '[]', '[]', '[]',
      decode(repeat('48', 324), 'hex'), 1, 0, true from shown;
  insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256, created_by)
    select case_id, 'report', 'technician', 'report.pdf', 'application/pdf', 1, repeat('0', 64), technician_id
    from shown where status in ('complete', 'edit');
  insert into report_versions (case_id, report_version, file_id, source, created_by, released_at)
    select f.case_id, 1, f.file_id, 'technician', f.created_by, c.confirmed_date
    from case_files f join shown c on c.case_id = f.case_id;
  insert into case_comments (case_id, user_id, user_group_id, internal, content)
    select case_id, technician_id, tech_center_id, case_id % 2 = 0, 'Seen' from shown
    where case_id % 3 = 0 and technician_id is not null`;
const recordTables = ['recordings', 'case_files', 'report_versions', 'case_comments'];

/** Adds records to the cases of the last ten weeks, which the benchmarked lists show. */
export async function addRecords(owner: Client): Promise<void> {
  const kept = await owner.query('select 1 from recordings limit 1');
  if (kept.rows.length > 0) return;
  for (const table of recordTables) await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(
    "create temp view shown as select * from cases where listed_at > now() - interval '70 days'",
  );
  await owner.query(records);
  for (const table of recordTables) {
    await owner.query(`alter table ${table} enable trigger user`);
    await owner.query(`vacuum (analyze) ${table}`);
  }
}

/** Makes the indexes of `cases` after the rows, which takes a tenth of the time of the other order. */
async function indexAfter(owner: Client, fill: () => Promise<void>): Promise<void> {
  const answer = await owner.query(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'cases'::regclass and not i.indisunique`);
  const indexes = indexRows.parse(answer.rows);
  for (const { name } of indexes) await owner.query(`drop index ${escapeIdentifier(name)}`);
  await fill();
  // With the default of 64 MB, building the trigram indexes would write them many times.
  await owner.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of indexes) await owner.query(definition);
  await owner.query('vacuum (analyze) cases');
  await owner.query('analyze');
}

export async function fillCases(owner: Client, count: number): Promise<void> {
  await indexAfter(owner, async () => {
    await owner.query(groups);
    await owner.query('alter table cases disable trigger cases_counted_new');
    await owner.query(casesOf(count));
    await owner.query('alter table cases enable trigger cases_counted_new');
  });
}

export const millionCasesFolder = (times = 1): string =>
  join(repositoryRoot, '.cache', `million-cases-${fillMark()}${times === 1 ? '' : `-${String(times)}`}`);

/** A database that is only read needs no log; a crash while it is filled costs only the filling. */
const unsafeSettings = { fsync: 'off', wal_level: 'minimal', max_wal_senders: '0' };

async function fillTo(owner: Client, { superuser }: EmbeddedConnections, times: number): Promise<void> {
  const count = await countAll(owner);
  if (count === times * million) return;
  if (count !== million) await fillCases(owner, million);
  if (times === 1) return;
  const every = new Client({ ...superuser, database: owner.database });
  await every.connect();
  try {
    await indexAfter(owner, () => multiplyCases(every, times));
  } finally {
    await every.end();
  }
}

type Prepare = (owner: Client) => Promise<void>;

export async function millionCases(
  prepare?: Prepare,
  times = 1,
): Promise<{ db: Db; close: () => Promise<void> }> {
  const dataDir = millionCasesFolder(times);
  const settings = times === 1 ? {} : unsafeSettings;
  const postgres = await startEmbedded({ dataDir, log: quiet, settings });
  const owner = new Client({ ...postgres.connections.owner });
  try {
    await migrate({ owner: postgres.connections.owner, appRole, scopeKey: testScopeKey });
    await owner.connect();
    await fillTo(owner, postgres.connections, times);
    await prepare?.(owner);
    await owner.end();
  } catch (fault) {
    await owner.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    throw fault;
  }
  const pool = openPool({ ...postgres.connections.app, scopeKey: testScopeKey }, () => undefined);
  return {
    db: openDb(pool),
    close: async () => {
      await pool.end();
      await postgres.stop();
    },
  };
}
