/**
 * Makes ten million cases of one million. Each case is copied with an HN ID and a patient ID of its own and a few
 * seconds later, so that copies are stored beside their original, as cases of the same minute are. Hospitals, centers
 * and technicians stay the same: each has more cases.
 *
 * The copies keep the texts that the database derived for their original, which saves most of the time. Columns that
 * are always generated therefore become plain ones: such a database is only read.
 */
import { escapeIdentifier, type Client } from 'pg';
import { z } from 'zod';

/** Distance between two of the million cases, which span 425 days. */
const gapS = (425 * 86_400) / 1_000_000;

const columnRows = z.array(
  z.object({ name: z.string(), type: z.string(), isGenerated: z.boolean(), isNumbered: z.boolean() }),
);

async function columnsOf(client: Client) {
  const answer = await client.query(`
    select attname as name, format_type(atttypid, null) as type, attgenerated <> '' as "isGenerated",
      attidentity <> '' as "isNumbered"
    from pg_attribute where attrelid = 'cases'::regclass and attnum > 0 and not attisdropped order by attnum`);
  return columnRows.parse(answer.rows);
}

/** Returns the value of a column in copy number `copy`, which is 0 for the original. */
function copiedValue(name: string, type: string, times: number): string {
  const column = escapeIdentifier(name);
  const later = `make_interval(secs => ${String(gapS / times)} * copy)`;
  const hn_id = `case when copy = 0 then hn_id else 'HN' || copy || substr(hn_id, 3) end`;
  const patient_id = `lpad(((patient_id::bigint + 1234567 * copy) % 10000000)::text, 7, '0')`;
  if (name === 'hn_id') return hn_id;
  if (name === 'patient_id') return patient_id;
  if (name === 'search_ids') return `lower(${hn_id}) || ' ' || ${patient_id}`;
  if (name === 'listed_month')
    return `(extract(year from listed_at + ${later}) * 12 + extract(month from listed_at + ${later}))::integer`;
  return type.startsWith('timestamp') ? `${column} + ${later}` : column;
}

/**
 * Replaces the cases by `times` as many. `superuser` skips triggers and foreign keys, which all rows meet as their
 * originals do; the indexes of `cases` should not exist meanwhile.
 */
export async function multiplyCases(superuser: Client, times: number): Promise<void> {
  const columns = await columnsOf(superuser);
  const generated = columns.filter(({ isGenerated }) => isGenerated);
  const drops = generated.map(({ name }) => `alter column ${escapeIdentifier(name)} drop expression`);
  const copied = columns.filter(({ isNumbered }) => !isNumbered);
  const names = copied.map(({ name }) => escapeIdentifier(name)).join(', ');
  const values = copied.map(({ name, type }) => copiedValue(name, type, times)).join(', ');
  await superuser.query("set session_replication_role = 'replica'");
  await superuser.query('create unlogged table originals as select * from cases order by case_id');
  await superuser.query('truncate cases restart identity cascade');
  await superuser.query(`alter table cases ${drops.join(', ')}`);
  await superuser.query(`insert into cases (${names}) select ${values}
    from (select * from originals order by case_id) ordered, generate_series(0, ${String(times - 1)}) copy`);
  await superuser.query('drop table originals');
  await superuser.query("set session_replication_role = 'origin'");
}
