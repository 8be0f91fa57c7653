/**
 * Closes the days of the ledger that are over, as a job: stores the totals of each day and mails what the day came to,
 * in one transaction.
 *
 * Invariant: a day of an institution is closed and mailed once, also if the job runs twice or is killed.
 */
import {
  closedSides,
  ledgerMailRoles,
  openFigures,
  openOf,
  type LedgerCounts,
} from '@rhythmdesk/domain/integration/ledger';
import { addDays, calendarDate } from '@rhythmdesk/domain/kit/calendar';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db, Queryable, Tx } from '../../../platform/db/database.ts';
import { ledgerClosings } from '../../../platform/db/schema/partners.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import { transact } from '../../../platform/db/transact.ts';
import { ledgerParameter, type LedgerLine } from '../../../platform/texts/ledger-figures.ts';
import { readRecipients } from '../../../records/notices/notification-preferences.ts';
import { mailUser } from '../../../records/people/mail-user.ts';
import { figuresOf, readCounts, readEntries, type LedgerQuestion } from './read-ledger.ts';

/** How many days before a closed one are searched for what is still open. */
const daysBefore = 30;
/** After a long stop of the installation no more days than these are closed. */
const mostDays = 31;
/** A line of a mail names no more messages or cases than these. */
const mostNamed = 10;

const hospitalRow = z.object({
  id: z.coerce.number(),
  name: z.string(),
  center_id: z.coerce.number().nullable(),
  yesterday: z.string(),
  last: z.string().nullable(),
});
type Hospital = z.output<typeof hospitalRow>;

const [managerRole, centerRole] = ledgerMailRoles;

/** Users who may see the ledger of an institution of this center and chose to be mailed. */
const receiversOf = (hospital_id: unknown, center_id: unknown) => sql`
  select u.id, u.role_key from users u join notification_preferences n on n.user_id = u.id and n.ledger_mail
  where u.deleted_at is null and (u.role_key = ${managerRole} and u.user_group_id = ${hospital_id}
    or u.role_key = ${centerRole} and u.user_group_id = ${center_id})`;

/** Returns the institutions that have another system, or somebody who is mailed. */
async function hospitalsOf(db: Queryable, now: Date): Promise<Hospital[]> {
  const { rows } = await db.execute(sql`
    select g.id, g.name, g.tech_center_id as center_id,
      ((${now.toISOString()}::timestamptz at time zone g.time_zone)::date - 1)::text as yesterday,
      (select max(c.day)::text from ledger_closings c where c.hospital_id = g.id) as last
    from user_groups g
    where g.type = 'hospital' and g.deleted_at is null
      and (exists (select from partners p where p.hospital_id = g.id)
        or exists (${receiversOf(sql`g.id`, sql`g.tech_center_id`)}))
    order by g.id`);
  return z.array(hospitalRow).parse(rows);
}

function daysToClose({ yesterday, last }: Hospital): string[] {
  const end = calendarDate(yesterday);
  const earliest = addDays(end, 1 - mostDays);
  const next = last === null ? end : addDays(calendarDate(last), 1);
  const days: string[] = [];
  for (let day = next < earliest ? earliest : next; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the lines of a mail: what is open with its messages or cases, then the totals. */
async function linesOf(tx: Tx, question: LedgerQuestion, counts: LedgerCounts): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = [];
  for (const word of openFigures) {
    if (counts[word] === 0) continue;
    const { entries } = await readEntries(tx, question, [word], { limit: mostNamed, offset: 0 });
    const ids = entries.map(({ message_id, hn_id }) =>
      message_id === null ? (hn_id ?? '') : String(message_id),
    );
    lines.push({ word, count: counts[word], ids: counts[word] > mostNamed ? [...ids, '…'] : ids });
  }
  const totals = [...closedSides, 'result-acknowledged', 'critical-acknowledged'] as const;
  return [...lines, ...totals.map((word) => ({ word, count: counts[word], ids: [] }))];
}

async function mailDay(
  tx: Tx,
  hospital: Hospital,
  day: string,
  { counts, earlier, question }: { counts: LedgerCounts; earlier: number; question: LedgerQuestion },
): Promise<number> {
  const { rows } = await tx.execute(receiversOf(hospital.id, hospital.center_id));
  const receivers = z.array(z.object({ id: z.coerce.number(), role_key: z.string() })).parse(rows);
  const open = openOf(counts) + earlier;
  // A center has many institutions and is mailed about those where something is open.
  const asked = receivers.filter(({ role_key }) => role_key === managerRole || open > 0);
  const users = await readRecipients(
    tx,
    asked.map(({ id }) => id),
  );
  const figures = ledgerParameter(await linesOf(tx, question, counts));
  let mailed = 0;
  for (const user of users.values()) {
    if (!user.is_active || user.email === '') continue;
    const about = { user_name: user.name, group_name: hospital.name, day, figures };
    if (open === 0) await mailUser(tx, user, { code: 'ledger-clear', parameters: about });
    else
      await mailUser(tx, user, {
        code: 'ledger-open',
        parameters: { ...about, open: String(open), earlier: String(earlier) },
      });
    mailed += 1;
  }
  return mailed;
}

/** Closes one day; returns how many mails were queued, or null if it was closed before. */
async function closeDay(tx: Tx, hospital: Hospital, day: string, now: Date): Promise<number | null> {
  const where = eq(userGroups.id, hospital.id);
  const from = addDays(calendarDate(day), -daysBefore);
  const rows = await readCounts(tx, { period: { from, to: day }, where });
  const { counts } = figuresOf(rows.filter((row) => row.day === day));
  const totals = Object.fromEntries(closedSides.map((side) => [side, counts[side]]));
  const [closed] = await tx
    .insert(ledgerClosings)
    .values({ hospital_id: hospital.id, day, counts: totals, closed_at: now })
    .onConflictDoNothing()
    .returning({ day: ledgerClosings.day });
  if (closed === undefined) return null;
  const earlier = openOf(figuresOf(rows.filter((row) => row.day !== day)).counts);
  const question = { period: { from: day, to: day }, where };
  return mailDay(tx, hospital, day, { counts, earlier, question });
}

export async function closeDays({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const now = clock.now();
  let [days, mails] = [0, 0];
  for (const hospital of await hospitalsOf(db, now)) {
    for (const day of daysToClose(hospital)) {
      const mailed = await transact(db, (tx) => closeDay(tx, hospital, day, now));
      if (mailed !== null) [days, mails] = [days + 1, mails + mailed];
    }
  }
  return { days, mails };
}
