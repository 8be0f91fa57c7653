/** Lists, creates and changes partners. */
import type { Partner, partnerRoutes } from '@rhythmdesk/contract/partners';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import { messageStates, offReasons } from '@rhythmdesk/domain/integration/partner-messages';
import { can, reaches } from '@rhythmdesk/domain/people/can';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { partnerMessages, partners, webhookSecrets } from '../../platform/db/schema/partners.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import { readAsking } from '../../records/people/asking.ts';
import { proveAuthorities, renewWaiting } from './change-receiver.ts';
import { groupNameOf } from './group-name.ts';
import { proveOwnSender, sameSender } from './order-sender.ts';
import { ofReach, withSettings } from './partner-record.ts';
import { undelivered } from './send-again.ts';
import { asPacs } from './dicom/pacs-record.ts';
import { asWebhook } from './webhook/webhook-record.ts';

type Fields = Omit<ParsedOf<typeof partnerRoutes.changePartner>, 'partner_id' | 'version'>;
export type PartnerChange = { readonly caller: Caller; readonly now: Date };

const countRows = z.array(
  z.object({
    partner_id: z.coerce.number(),
    state: z.enum(messageStates),
    n: z.number(),
    undelivered: z.number(),
  }),
);

/** Counts the messages of partners by what has become of them. */
async function countMessages(db: Queryable, ids: readonly number[]) {
  const zeros = { waiting: 0, sent: 0, acknowledged: 0, refused: 0, dead: 0 };
  const none = () => ({ counts: { ...zeros }, undelivered: 0 });
  const found = new Map(ids.map((id) => [id, none()]));
  if (ids.length === 0) return { of: none };
  const rows = await db
    .select({
      partner_id: partnerMessages.partner_id,
      state: partnerMessages.state,
      n: sql<number>`count(*)::int`,
      undelivered: sql<number>`(count(*) filter (where ${undelivered}))::int`,
    })
    .from(partnerMessages)
    .where(inArray(partnerMessages.partner_id, [...ids]))
    .groupBy(partnerMessages.partner_id, partnerMessages.state);
  for (const row of countRows.parse(rows)) {
    const of = found.get(row.partner_id);
    if (of === undefined) continue;
    of.counts[row.state] = row.n;
    of.undelivered += row.undelivered;
  }
  return { of: (id: number) => found.get(id) ?? none() };
}

/** Returns until when replaced secrets are valid; callers who may not change partners see none. */
async function formerSecrets(db: Queryable, now: Date): Promise<ReadonlyMap<number, string>> {
  const { partner_id, ends_at } = webhookSecrets;
  const rows = await db.select({ partner_id, ends_at }).from(webhookSecrets).where(gt(ends_at, now));
  return new Map(rows.map((row) => [row.partner_id, row.ends_at?.toISOString() ?? '']));
}

function webhookFields(row: typeof partners.$inferSelect) {
  return {
    channel: 'webhook',
    settings: asWebhook(row).settings,
    off_reason: z.enum(offReasons).nullable().parse(row.off_reason),
    failing_since: row.failing_since?.toISOString() ?? null,
  } as const;
}

export async function listPartners(
  db: Queryable,
  caller: Caller,
  now: Date,
): Promise<OutputOf<typeof partnerRoutes.partners>> {
  const found = await db
    .select({ row: partners, hospital: userGroups, acting: users.user_id })
    .from(partners)
    .innerJoin(userGroups, eq(userGroups.id, partners.hospital_id))
    .leftJoin(users, eq(users.id, partners.acting_user_id))
    .where(ofReach(caller, 'partner.read'))
    .orderBy(asc(userGroups.name), asc(partners.name), asc(partners.partner_id));
  const messages = await countMessages(
    db,
    found.map(({ row }) => row.partner_id),
  );
  const former = await formerSecrets(db, now);
  const hl7 = found.flatMap(({ row }) => (row.channel === 'hl7' ? [withSettings(row)] : []));
  const items = found.map(({ row, hospital, acting }): Partner => {
    const { partner_id, version, name, active } = row;
    const listed = {
      ...{ partner_id, version, name, active },
      hospital: groupNameOf(hospital),
      ...messages.of(partner_id),
      updated_at: row.updated_at.toISOString(),
    };
    if (row.channel === 'webhook')
      return { ...listed, ...webhookFields(row), former_secret_ends_at: former.get(partner_id) ?? null };
    if (row.channel === 'dicom') return { ...listed, channel: 'dicom', settings: asPacs(row).settings };
    const read = withSettings(row);
    const { sends_results, takes_orders, settings } = read;
    const same_sender = sameSender(read, partner_id, hl7).map((other) => other.name);
    const fields = { sends_results, takes_orders, settings, acting_user: acting ?? '' };
    return { ...listed, channel: 'hl7', ...fields, same_sender };
  });
  return { items, may_change: can(caller.actor, 'partner.write') !== 'never' };
}

/** Returns the user in whose name orders are taken: one who may create and close cases of the hospital. */
async function actingUser(tx: Tx, { takes_orders, acting_user }: Fields, hospital_id: number) {
  if (!takes_orders) return null;
  const unfit = refuseField('partner/user-unfit', 'acting_user');
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.user_id, acting_user), isNull(users.deleted_at)));
  const asking = row === undefined ? null : await readAsking(tx, row.id);
  if (asking === null) throw unfit;
  const facts = {
    ...{ hospital_id, tech_center_id: null, technician_id: null, technician_group_id: null },
    ...{ confirmer_id: null, uploader_group_id: null },
  };
  for (const permission of ['case.create', 'case.edit_patient', 'case.close'] as const) {
    const grant = can(asking.actor, permission);
    if (grant === 'never' || !reaches('case', asking.actor, grant, facts)) throw unfit;
  }
  return asking.id;
}

/** Refuses settings that cannot work: results without an address, orders from anybody, authorities that are none. */
function proveSettings({ sends_results, takes_orders, settings }: Fields): void {
  proveAuthorities(settings.ca);
  if (sends_results && settings.host === '') throw refuseField('input/field-missing', 'settings.host');
  if (sends_results && settings.port === 0) throw refuseField('input/field-missing', 'settings.port');
  if (!takes_orders) return;
  if (settings.their_application === '')
    throw refuseField('input/field-missing', 'settings.their_application');
  if (settings.from_addresses.length === 0 && settings.fingerprint === '')
    throw refuseField('partner/sender-unproven', 'settings.from_addresses');
}

type Before = Pick<typeof partners.$inferSelect, 'hospital_id' | 'sending_since'> & {
  /** Null for a new partner. */
  readonly partner_id: number | null;
};

async function columnsOf(
  tx: Tx,
  fields: Fields,
  { partner_id, hospital_id, sending_since }: Before,
  { caller, now }: PartnerChange,
) {
  const { acting_user: _acting_user, ...columns } = fields;
  proveSettings(fields);
  await proveOwnSender(tx, fields, partner_id);
  const acting_user_id = await actingUser(tx, fields, hospital_id);
  const sends = fields.active && fields.sends_results;
  const changed = { updated_by: caller.id, updated_at: now };
  return { ...columns, acting_user_id, ...changed, sending_since: sends ? (sending_since ?? now) : null };
}

const noteChange = (hospital_id: number, name: string): void =>
  noteAudit({ target: `institution/${String(hospital_id)}: ${name}` });

export async function createPartner(
  tx: Tx,
  { hospital_id, channel, ...fields }: ParsedOf<typeof partnerRoutes.createPartner>,
  change: PartnerChange,
) {
  const [hospital] = await tx
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(
      and(
        eq(userGroups.id, hospital_id),
        eq(userGroups.type, 'hospital'),
        isNull(userGroups.deleted_at),
        ofReach(change.caller, 'partner.write'),
      ),
    );
  if (hospital === undefined) throw new Refusal('object/not-found');
  const columns = await columnsOf(tx, fields, { partner_id: null, hospital_id, sending_since: null }, change);
  const made = { hospital_id, channel, created_by: change.caller.id, created_at: change.now };
  const [row] = await tx
    .insert(partners)
    .values({ ...columns, ...made })
    .returning({ partner_id: partners.partner_id, version: partners.version });
  if (row === undefined) throw new Error('the partner was not written');
  noteChange(hospital_id, fields.name);
  return row;
}

export async function changePartner(
  tx: Tx,
  { partner_id, version, ...fields }: ParsedOf<typeof partnerRoutes.changePartner>,
  change: PartnerChange,
) {
  const [before] = await tx
    .select({ row: partners })
    .from(partners)
    .innerJoin(userGroups, eq(userGroups.id, partners.hospital_id))
    .where(
      and(
        eq(partners.partner_id, partner_id),
        eq(partners.channel, 'hl7'),
        ofReach(change.caller, 'partner.write'),
      ),
    )
    .for('update', { of: partners });
  if (before === undefined) throw new Refusal('object/not-found');
  if (before.row.version !== version) throw new Refusal('partner/stale-version');
  const { hospital_id } = before.row;
  const columns = await columnsOf(tx, fields, before.row, change);
  await tx
    .update(partners)
    .set({ ...columns, version: version + 1 })
    .where(eq(partners.partner_id, partner_id));
  // What waited while the partner was off, or had another address, is tried now.
  if (fields.active) await renewWaiting(tx, partner_id);
  noteChange(hospital_id, fields.name);
  return { partner_id, version: version + 1 };
}
