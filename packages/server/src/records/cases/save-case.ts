/**
 * Creates and changes cases. No other module writes to `cases`. There are five functions:
 *
 * - `insertCase` creates a case;
 * - `saveCase` applies every change made by a user or by a recording: a guarded update that increments the version, its
 *   history row, its notifications and the live event. The caller locks the row; the guard checks it again;
 * - `changeWork` stores the effects of background work: the number of running jobs and the measured figures. It is not
 *   a decision of a user, so the version and the history stay the same, and an editor's save is not refused because of
 *   it;
 * - `changeCriticalDue` updates the due time of the case's critical findings, which have a history of their own;
 * - `carryHospitalName` updates the copy of the hospital's name that lists sort and search by. It is not a change of
 *   the case.
 */
import { firstStatus, type CaseStatus } from '@rhythmdesk/domain/case/status';
import type { NotificationRule } from '@rhythmdesk/domain/notice/notifications';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { noteChangedCase, type AuditedPerson } from '../../platform/audit/audited-call.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import type { Acting } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { notifyRecipients, type CasePeople } from '../notices/notify-recipients.ts';
import { appendHistory } from './case-history.ts';
import type { CaseRecord } from './case-record.ts';

type CaseRow = typeof cases.$inferSelect;
export type CaseChange = Partial<Omit<typeof cases.$inferInsert, 'status'>> & { status?: CaseStatus };

/** The user who changes a case, as its history stores them. */
export type CaseAuthor = {
  readonly id: number;
  readonly name: string;
  readonly role_key: RoleKey;
  readonly user_group_id: number;
};

export function authorOf({ id, name, role_key, user_group }: Acting): CaseAuthor {
  return { id, name, role_key, user_group_id: user_group.id };
}

const whoOf = ({ id: user_id, role_key, user_group_id }: CaseAuthor): AuditedPerson => ({
  user_id,
  role_key,
  user_group_id,
});

export type Saving = {
  /** An action of the lifecycle table, or the name of an edit. */
  readonly action: string;
  readonly description: string;
  /** The digest of the file that comes with this step, chained into the history. */
  readonly file_sha256?: string;
  readonly notify?: readonly NotificationRule[];
  /** Also notifies the author, because the server did this for them, as with an upload. */
  readonly notify_author?: boolean;
  /** Null for an action of the patient through a link, and for one that no user caused. */
  readonly author: CaseAuthor | null;
  readonly request_id: string;
  readonly now: Date;
};

type Saved = {
  readonly row: Pick<CaseRow, 'case_id' | 'hn_id'>;
  readonly version: number;
  readonly from_status: CaseStatus | null;
  readonly status: CaseStatus;
  readonly people: CasePeople;
};

/** Writes what belongs to every version: its history row, its notifications, the live event. */
async function conclude(tx: Tx, { row, version, from_status, status, people }: Saved, saving: Saving) {
  const { case_id, hn_id } = row;
  const { author, now, action, description, request_id } = saving;
  await appendHistory(tx, {
    case_id,
    version,
    action,
    from_status,
    status,
    user_id: author?.id ?? null,
    role_key: author?.role_key ?? null,
    user_group_id: author?.user_group_id ?? null,
    description,
    request_id,
    created_ms: now.getTime(),
    file_sha256: saving.file_sha256 ?? null,
  });
  noteChangedCase({ case_id, target: action }, author === null ? null : whoOf(author));
  await notifyRecipients(tx, {
    case_id,
    notify: saving.notify ?? [],
    actor_id: saving.notify_author === true ? null : (author?.id ?? null),
    now,
    parameters: { hn_id, user_name: author?.name ?? '', comment: description },
    people,
  });
  await publish(tx, { type: 'case', case_id, version, saved: true });
}

type NewCase = Omit<
  CaseChange,
  'owner_id' | 'uploader_group_id' | 'tech_center_id' | 'created_at' | 'updated_at'
> & {
  readonly hn_id: string;
  readonly hospital_id: number;
};

/** A case always has an owner. */
export type MakingCase = Omit<Saving, 'action' | 'author'> & { readonly author: CaseAuthor };

/**
 * Returns the center of a hospital and locks it until the transaction ends. A transaction that moves or deletes the
 * hospital waits and then finds the new case; if it was first, the case goes to the new center or is refused.
 */
async function heldCenter(tx: Tx, hospital_id: number): Promise<number | null> {
  const { id, tech_center_id, deleted_at } = userGroups;
  const [row] = await tx
    .select({ tech_center_id, deleted_at })
    .from(userGroups)
    .where(eq(id, hospital_id))
    .for('share');
  if (row === undefined) throw new Error(`a case for a hospital that is not there: ${String(hospital_id)}`);
  if (row.deleted_at !== null) throw new Refusal('object/not-found');
  return row.tech_center_id;
}

/** Returns the columns as they are stored: of a phone number only the digits. */
function stored<Columns extends CaseChange>(columns: Columns): Columns {
  const { phone_number } = columns;
  return phone_number ? { ...columns, phone_number: stripPhone(phone_number) || null } : columns;
}

/** Creates a case in the first status, with the current center of its hospital; returns null if its HN ID is taken. */
export async function insertCase(
  tx: Tx,
  values: NewCase,
  saving: MakingCase,
): Promise<{ case_id: number; version: number } | null> {
  const { author, now } = saving;
  const owner = {
    owner_id: author.id,
    uploader_group_id: author.user_group_id,
    tech_center_id: await heldCenter(tx, values.hospital_id),
  };
  const [row] = await tx
    .insert(cases)
    .values({ ...stored(values), ...owner, created_at: now, updated_at: now })
    .onConflictDoNothing()
    .returning();
  if (row === undefined) return null;
  const { case_id, version, hospital_id, tech_center_id, owner_id } = row;
  const unassigned = { team_id: null, technician_id: null, previous_technician_id: null, confirmer_id: null };
  await conclude(
    tx,
    {
      row,
      version,
      from_status: null,
      status: firstStatus,
      people: { hospital_id, tech_center_id, owner_id, ...unassigned },
    },
    { ...saving, action: 'create' },
  );
  return { case_id, version };
}

/**
 * Saves the next version and returns its number. `change.status` is the new status if the case moves. Callers hold the
 * lock of the case's row since they read `record`; the comparison of the version refuses a caller that forgot it.
 */
export async function saveCase(
  tx: Tx,
  record: CaseRecord,
  change: CaseChange,
  saving: Saving,
): Promise<number> {
  const { row, facts } = record;
  const version = facts.version + 1;
  const updated = await tx
    .update(cases)
    .set({ ...stored(change), version, updated_at: saving.now })
    .where(
      and(eq(cases.case_id, row.case_id), eq(cases.version, facts.version), eq(cases.status, facts.status)),
    )
    .returning({ case_id: cases.case_id });
  if (updated.length === 0) throw new Refusal('case/stale-version');
  const people = {
    hospital_id: row.hospital_id,
    tech_center_id: facts.tech_center_id,
    team_id: change.team_id === undefined ? row.team_id : change.team_id,
    owner_id: saving.notify_author === true && saving.author !== null ? saving.author.id : row.owner_id,
    technician_id: change.technician_id === undefined ? row.technician_id : change.technician_id,
    previous_technician_id: row.technician_id,
    confirmer_id: change.confirmer_id === undefined ? row.confirmer_id : change.confirmer_id,
  };
  const status = change.status ?? facts.status;
  await conclude(tx, { row, version, from_status: facts.status, status, people }, saving);
  return version;
}

export type CaseFigures = Pick<CaseChange, 'af_share' | 've_count' | 'pause_count'>;

/** Changes the number of running jobs by one, and stores the figures that a finished one measured. */
export async function changeWork(
  tx: Tx,
  case_id: number,
  by: 1 | -1,
  figures: CaseFigures = {},
): Promise<void> {
  const { af_share, ve_count, pause_count } = figures;
  const [row] = await tx
    .update(cases)
    .set({ af_share, ve_count, pause_count, job_count: sql`greatest(0, ${cases.job_count} + ${by})` })
    .where(eq(cases.case_id, case_id))
    .returning({ version: cases.version });
  if (row !== undefined) await publish(tx, { type: 'case', case_id, version: row.version });
}

/** Stores the figures of a case's reading for lists, and notifies open pages if they differ from the stored ones. */
export async function changeListFigures(
  tx: Tx,
  case_id: number,
  figures: Required<CaseFigures>,
): Promise<void> {
  const { af_share, ve_count, pause_count } = figures;
  const [row] = await tx
    .update(cases)
    .set(figures)
    .where(
      and(
        eq(cases.case_id, case_id),
        sql`(${cases.af_share}, ${cases.ve_count}, ${cases.pause_count})
          is distinct from (${af_share}::float8, ${ve_count}::int, ${pause_count}::int)`,
      ),
    )
    .returning({ version: cases.version });
  if (row !== undefined) await publish(tx, { type: 'case', case_id, version: row.version });
}

/**
 * Stores the first deadline of a case's critical findings, or that there is none, and notifies all open pages that show
 * the case.
 */
export async function changeCriticalDue(
  tx: Tx,
  case_id: number,
  critical_due_at: Date | null,
): Promise<void> {
  const [row] = await tx
    .update(cases)
    .set({ critical_due_at })
    .where(eq(cases.case_id, case_id))
    .returning({ version: cases.version });
  if (row !== undefined) await publish(tx, { type: 'case', case_id, version: row.version });
}

const batchCases = 1000;

/**
 * Writes a hospital's current name into its cases that contain another one, in one transaction per batch, so that no
 * case is locked for long. If it runs twice at once, or again after it was killed between two batches, the result is
 * the same.
 */
export async function carryHospitalName(
  db: Db,
  hospital_id: number,
  { signal, batch = batchCases }: { readonly signal: AbortSignal; readonly batch?: number },
): Promise<void> {
  const name = sql`(select g.name from user_groups g where g.id = ${hospital_id})`;
  const stale = and(eq(cases.hospital_id, hospital_id), sql`${cases.hospital_name} <> ${name}`);
  const found = await db.select({ case_id: cases.case_id }).from(cases).where(stale);
  const ids = found.map(({ case_id }) => case_id);
  for (let from = 0; from < ids.length; from += batch) {
    signal.throwIfAborted();
    await db
      .update(cases)
      .set({ hospital_name: name })
      .where(inArray(cases.case_id, ids.slice(from, from + batch)));
  }
}
