/**
 * Makes a day of the ledger: 100,000 results with a message by HL7, an event by webhook and a critical finding each, and
 * 10,000 orders. One hospital has a tenth of the results, ninety-nine others have the rest; one message of a hundred was
 * refused, and the system of one hospital never answers.
 */
import { Client } from 'pg';
import type { Connection } from '@rhythmdesk/server/platform/postgres/roles';

export const ledgerDay = '2026-11-20';
const results = 100_000;
const orders = 10_000;
/** The center is group 1; the hospitals are groups 2 to 101, of which the first has a tenth of the results. */
export const busyHospital = 2;
const hospitals = 100;

const hospitalOf = (n: string): string =>
  `case when ${n} % 10 = 0 then ${String(busyHospital)} else ${String(busyHospital + 1)} + ${n} % ${String(hospitals - 1)} end`;
/** Spreads things over the day of the hospitals' time zone. */
const timeOf = (n: string, of: number): string =>
  `timestamptz '${ledgerDay} 00:00+09' + interval '1 day' * (${n} - 0.5) / ${String(of)}`;
const stateOf = (n: string, hospital: string): string =>
  `case when ${hospital} = ${String(busyHospital + 1)} then 'dead' when ${n} % 100 = 0 then 'refused' else 'acknowledged' end`;

const people = `
  insert into user_groups (type, name, time_zone) values ('tech_center', 'Center', 'Asia/Seoul');
  insert into user_groups (type, name, time_zone, tech_center_id)
    select 'hospital', 'Hospital ' || g, 'Asia/Seoul', 1 from generate_series(1, ${String(hospitals)}) g;
  insert into users (user_id, name, role_key, user_group_id, password_hash)
    select 'u' || g, 'User ' || g, 'DOCTOR', g, '-' from generate_series(1, ${String(hospitals + 1)}) g;
  insert into partners (hospital_id, channel, name, settings, sends_results, takes_orders, acting_user_id, created_by,
      created_at, updated_by, updated_at, sending_since)
    select g.id, channel, channel, '{}', channel = 'hl7', channel = 'hl7', g.id, g.id, now(), g.id, now(),
      case when channel = 'hl7' then timestamptz '${ledgerDay}' - interval '1 year' end
    from (values ('hl7'), ('webhook')) c (channel), user_groups g where g.type = 'hospital' order by channel, g.id`;

const cases = `
  insert into cases (hn_id, hospital_id, tech_center_id, owner_id, uploader_group_id, patient_id, created_at)
    select 'HN' || lpad(n::text, 9, '0'), h, 1, h, h, n::text, ${timeOf('n', results + orders)}
    from (select n, ${hospitalOf('n')} as h from generate_series(1, ${String(results + orders)}) n) made order by n`;
const ordered = `
  insert into partner_orders (partner_id, hospital_id, order_number, case_id, state, created_at, updated_at)
    select hospital_id - 1, hospital_id, 'A-' || case_id, case_id, 'open', created_at, created_at
    from cases where case_id <= ${String(orders)};
  insert into partner_messages (partner_id, hospital_id, direction, kind, case_id, control_id, payload, digest, reply, state,
      attempts, created_at, settled_at)
    select hospital_id - 1, hospital_id, 'in', 'order', case when case_id % 100 <> 0 then case_id end, 'O' || case_id,
      repeat('OBR|1|', 60), sha256(hn_id::bytea), repeat('MSA|', 20), case when case_id % 100 = 0 then 'refused' else 'acknowledged' end,
      1, created_at, created_at
    from cases where case_id <= ${String(orders)}`;

const released = `
  insert into case_files (case_id, kind, side, filename, media_type, size_bytes, sha256)
    select case_id, 'report', 'technician', 'r.pdf', 'application/pdf', 1, repeat('a', 64) from cases
    where case_id > ${String(orders)};
  insert into report_versions (case_id, report_version, file_id, source, created_by, released_at)
    select c.case_id, 1, f.file_id, 'technician', c.owner_id, ${timeOf(`(c.case_id - ${String(orders)})`, results)}
    from cases c join case_files f using (case_id);
  insert into critical_findings (case_id, rule, kind, start_sample, end_sample, start_ms, beats, seconds, places,
      analysis_version, reading_sequence, settings_version, deadline_minutes, uploaded_at, found_at, due_at, state, ended_at)
    select case_id, 'pause', 'pause', 0, 10, 0, 1, 5, '[]', 1, 0, 0, 30, released_at, released_at, released_at,
      case when case_id % 10 = 0 then 'open' else 'withdrawn' end, case when case_id % 10 = 0 then null else released_at end
    from report_versions;
  insert into partner_messages (partner_id, hospital_id, direction, kind, case_id, report_version, control_id, payload, reply,
      state, attempts, created_at, sent_at, settled_at)
    select hospital_id - 1, hospital_id, 'out', 'result', case_id, 1, 'RD' || case_id, repeat('OBX|1|', 150),
      repeat('MSA|', 20), ${stateOf('case_id', 'hospital_id')}, 1, released_at, released_at, released_at + interval '1 second'
    from report_versions join cases using (case_id) order by case_id;
  insert into partner_messages (partner_id, hospital_id, direction, kind, event, case_id, report_version, control_id, payload,
      reply, state, attempts, created_at, sent_at, settled_at)
    select hospital_id + ${String(hospitals - 1)}, hospital_id, 'out', 'event', 'report.released', case_id, 1, 'msg_' || case_id,
      repeat('{"a":1}', 40), 'HTTP 204', 'acknowledged', 1, released_at, released_at, released_at + interval '1 second'
    from report_versions join cases using (case_id) order by case_id`;

/** Adds the day to an empty database. */
export async function fillLedgerDay(superuser: Connection): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  try {
    // No trigger and no foreign key finds fault with these rows.
    await client.query("set session_replication_role = 'replica'");
    for (const part of [people, cases, ordered, released]) await client.query(part);
    await client.query('vacuum (freeze, analyze)');
  } finally {
    await client.end();
  }
}
