/**
 * The one way in which a case changes: a guarded update that raises the version, its history row, what people are
 * told, and the live event. The case's row is locked by the caller; the guard proves it once more.
 */
import type { CaseStatus } from '@rhythmdesk/domain/case/status';
import type { Telling } from '@rhythmdesk/domain/notice/notifications';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import type { CaseRecord } from './case-record.ts';
import { tellPeople } from '../notices/notify-recipients.ts';
import { appendHistory } from './case-history.ts';

export type CaseChange = Partial<typeof cases.$inferInsert>;

export type Saving = {
  /** An action of the lifecycle table, or the word of an edit. */
  readonly action: string;
  readonly status: CaseStatus;
  readonly description: string;
  readonly tellings: readonly Telling[];
  readonly caller: Caller;
  readonly request_id: string;
  readonly now: Date;
};

/** The new version. */
export async function saveCase(
  tx: Tx,
  record: CaseRecord,
  change: CaseChange,
  saving: Saving,
): Promise<number> {
  const { row, facts } = record;
  const { caller, now } = saving;
  const version = facts.version + 1;
  const updated = await tx
    .update(cases)
    .set({ ...change, version, updated_at: now })
    .where(
      and(eq(cases.case_id, row.case_id), eq(cases.version, facts.version), eq(cases.status, facts.status)),
    )
    .returning({ case_id: cases.case_id });
  if (updated.length === 0) throw new Refusal('case/stale-version');
  await appendHistory(tx, {
    case_id: row.case_id,
    version,
    action: saving.action,
    from_status: facts.status,
    status: saving.status,
    user_id: caller.id,
    role_key: caller.role_key,
    user_group_id: caller.user_group.id,
    description: saving.description,
    request_id: saving.request_id,
    created_ms: now.getTime(),
  });
  await tellPeople(tx, {
    case_id: row.case_id,
    tellings: saving.tellings,
    actor_id: caller.id,
    now,
    parameters: { hn_id: row.hn_id, user_name: caller.name, comment: saving.description },
    people: {
      hospital_id: row.hospital_id,
      tech_center_id: facts.tech_center_id,
      owner_id: row.owner_id,
      technician_id: change.technician_id === undefined ? row.technician_id : change.technician_id,
      previous_technician_id: row.technician_id,
      confirmer_id: change.confirmer_id === undefined ? row.confirmer_id : change.confirmer_id,
    },
  });
  await publish(tx, { type: 'case', case_id: row.case_id, version });
  return version;
}
