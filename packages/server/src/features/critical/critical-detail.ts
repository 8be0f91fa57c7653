/** Returns one finding in full (its events, whom to call, who the next level is) and the contacts themselves. */
import {
  criticalEvent,
  criticalRoutes,
  type CriticalDetail,
  type CriticalEventRow,
  type CriticalStrip,
} from '@rhythmdesk/contract/critical';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { escalationLevels } from '@rhythmdesk/domain/critical/critical-rules';
import { dutyAt } from '@rhythmdesk/domain/critical/duty-hours';
import { isUnderWay } from '@rhythmdesk/domain/critical/critical-states';
import { can, may } from '@rhythmdesk/domain/people/can';
import { asc, eq } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import { criticalEvents, criticalFindings, hospitalContacts } from '../../platform/db/schema/critical.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CriticalCall } from './critical-dependencies.ts';
import { findingFor, seenFinding, type SelectedFinding } from './critical-query.ts';
import { levelAfter } from '../../records/critical/notify-level.ts';
import { readCriticalSettings } from '../../records/critical/critical-settings.ts';
import { ownCenter } from './critical-settings.ts';
import { stripOf } from './critical-strip.ts';

const storedContacts = criticalRoutes.changeHospitalContacts.input.shape.contacts;

async function contactsOf(db: Queryable, hospital_id: number) {
  const [row] = await db.select().from(hospitalContacts).where(eq(hospitalContacts.hospital_id, hospital_id));
  return { contacts: storedContacts.parse(row?.contacts ?? []), contacts_version: row?.version ?? 0 };
}

/** Returns the contacts and whether each can be called now, by the hospital's local time. */
async function contactsNow(db: Queryable, { hospital }: SelectedFinding, now: Date) {
  const { contacts, contacts_version } = await contactsOf(db, hospital.id);
  const standing = contacts.map((contact) => {
    const { on_duty, changes_ms } = dutyAt(contact, hospital.time_zone, now.getTime());
    const duty_changes_at = changes_ms === null ? null : new Date(changes_ms).toISOString();
    return { ...contact, on_duty, duty_changes_at };
  });
  return { contacts: standing, contacts_version };
}

async function eventsOf(db: Queryable, finding_id: number): Promise<CriticalEventRow[]> {
  const rows = await db
    .select({ row: criticalEvents, user: users.name })
    .from(criticalEvents)
    .leftJoin(users, eq(users.id, criticalEvents.user_id))
    .where(eq(criticalEvents.finding_id, finding_id))
    .orderBy(asc(criticalEvents.event_id));
  return rows.map(({ row, user }) =>
    criticalEvent.parse({
      ...row,
      level: row.level === null ? null : escalationLevels[row.level - 1],
      user: row.user_id === null ? null : { id: row.user_id, name: user ?? '' },
      created_at: row.created_at.toISOString(),
    }),
  );
}

async function nextLevelOf(db: Queryable, { finding, row }: SelectedFinding, isOpen: boolean) {
  if (!isOpen || row.tech_center_id === null) return null;
  const { settings } = await readCriticalSettings(db, row.tech_center_id);
  const next = levelAfter(finding, finding.level, settings);
  return next === null ? null : { level: next.name, at: next.at.toISOString() };
}

export async function readFinding(db: Db, call: CriticalCall, finding_id: number): Promise<CriticalDetail> {
  const { caller } = call;
  const selected = await seenFinding(db, caller, finding_id);
  const finding = findingFor(selected, call);
  const [contacts, events, next_level] = await Promise.all([
    contactsNow(db, selected, call.now),
    eventsOf(db, finding_id),
    nextLevelOf(db, selected, isUnderWay(finding.state)),
  ]);
  const may_change_contacts = can(caller.actor, 'critical.settings') !== 'never';
  return { ...finding, ...contacts, may_change_contacts, events, next_level };
}

export async function readStrip(db: Db, caller: Caller, finding_id: number): Promise<CriticalStrip> {
  const { row } = await seenFinding(db, caller, finding_id);
  if (!may('case', caller.actor, 'recording.read', row)) throw new Refusal('object/not-found');
  const { strip, strip_hz, strip_before_s, strip_leads } = criticalFindings;
  const [kept] = await db
    .select({ strip, strip_hz, strip_before_s, strip_leads })
    .from(criticalFindings)
    .where(eq(criticalFindings.finding_id, finding_id));
  const found = kept === undefined ? null : stripOf(kept);
  if (found === null) throw new Refusal('object/gone');
  return found;
}

type ContactsInput = ParsedOf<typeof criticalRoutes.changeHospitalContacts>;

/** Locks the hospital if it belongs to the caller's center. */
async function lockHospital(tx: Tx, hospital_id: number, call: CriticalCall): Promise<void> {
  const [hospital] = await tx.select().from(userGroups).where(eq(userGroups.id, hospital_id)).for('update');
  const isOurs = hospital?.type === 'hospital' && hospital.tech_center_id === ownCenter(call);
  if (!isOurs) throw new Refusal('object/not-found');
}

async function saveContacts(tx: Tx, { hospital_id, version, contacts }: ContactsInput, call: CriticalCall) {
  await lockHospital(tx, hospital_id, call);
  const before = await contactsOf(tx, hospital_id);
  if (before.contacts_version !== version) throw new Refusal('critical/stale-version');
  const values = {
    version: version + 1,
    contacts,
    updated_by: call.caller.id,
    updated_at: call.now,
  };
  await tx
    .insert(hospitalContacts)
    .values({ hospital_id, ...values })
    .onConflictDoUpdate({ target: hospitalContacts.hospital_id, set: values });
  noteAudit({ target: `institution/${String(hospital_id)}: critical contacts` });
  return { version: values.version };
}

export function changeContacts(db: Db, input: ContactsInput, call: CriticalCall) {
  return transact(db, (tx) => saveContacts(tx, input, call));
}
