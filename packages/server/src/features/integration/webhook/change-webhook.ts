/** Creates and changes partners that receive webhooks, replaces their secrets, and sends them test messages. */
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { webhookRoutes } from '@rhythmdesk/contract/webhooks';
import { testEvent } from '@rhythmdesk/domain/integration/webhook-events';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.ts';
import { beyondScope } from '../../../platform/db/row-scope.ts';
import { partnerMessages, partners } from '../../../platform/db/schema/partners.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { newWebhookId } from '../../../records/partners/queue-events.ts';
import { queueSending } from '../../../records/partners/queue-results.ts';
import {
  noteChange,
  proveAddress,
  proveAuthorities,
  renewWaiting,
  requireHospital,
} from '../change-receiver.ts';
import { ofReach } from '../partner-record.ts';
import type { WebhookDependencies } from './webhook-dependencies.ts';
import { addSecret } from './webhook-record.ts';

type Of<Name extends keyof typeof webhookRoutes> = ParsedOf<(typeof webhookRoutes)[Name]>;

/** Returns a partner that the permission covers; for a change it is locked. */
async function requireWebhook(tx: Tx, caller: Caller, partner_id: number, permission: Permission) {
  const isOne = and(eq(partners.partner_id, partner_id), eq(partners.channel, 'webhook'));
  const query = tx
    .select({ row: partners })
    .from(partners)
    .innerJoin(userGroups, eq(userGroups.id, partners.hospital_id))
    .where(and(isOne, ofReach(caller, permission)));
  const [found] = await (permission === 'partner.write' ? query.for('update', { of: partners }) : query);
  if (found === undefined) throw new Refusal('object/not-found');
  return found.row;
}

export function createWebhook(
  dependencies: WebhookDependencies,
  caller: Caller,
  { hospital_id, ...fields }: Of<'createWebhook'>,
) {
  const { db, clock, sealer } = dependencies;
  proveAddress(fields.settings.url, dependencies.policy);
  proveAuthorities(fields.settings.ca);
  const now = clock.now();
  const by = caller.id;
  return transact(db, async (tx) => {
    await requireHospital(tx, caller, hospital_id);
    const made = { created_by: by, created_at: now, updated_by: by, updated_at: now };
    const [row] = await tx
      .insert(partners)
      .values({ ...fields, hospital_id, channel: 'webhook', ...made })
      .returning({ partner_id: partners.partner_id, version: partners.version });
    if (row === undefined) throw new Error('the partner was not written');
    noteChange(hospital_id, fields.name);
    const secret = await addSecret(tx, row.partner_id, { sealer, created_by: by, now, former_ends_at: now });
    return { ...row, secret };
  });
}

export function changeWebhook(
  dependencies: WebhookDependencies,
  caller: Caller,
  { partner_id, version, ...fields }: Of<'changeWebhook'>,
) {
  proveAddress(fields.settings.url, dependencies.policy);
  proveAuthorities(fields.settings.ca);
  const now = dependencies.clock.now();
  return transact(dependencies.db, async (tx) => {
    const before = await requireWebhook(tx, caller, partner_id, 'partner.write');
    if (before.version !== version) throw new Refusal('partner/stale-version');
    const off = { failing_since: null, off_reason: null };
    const change = { ...fields, ...off, updated_by: caller.id, updated_at: now, version: version + 1 };
    await tx.update(partners).set(change).where(eq(partners.partner_id, partner_id));
    if (fields.active) await renewWaiting(tx, partner_id);
    noteChange(before.hospital_id, fields.name);
    return { partner_id, version: version + 1 };
  });
}

export function replaceSecret(
  { db, clock, sealer }: WebhookDependencies,
  caller: Caller,
  { partner_id, overlap_hours }: Of<'replaceWebhookSecret'>,
) {
  const now = clock.now();
  return transact(db, async (tx) => {
    const { hospital_id, name } = await requireWebhook(tx, caller, partner_id, 'partner.write');
    noteChange(hospital_id, name);
    const former_ends_at = new Date(now.getTime() + overlap_hours * 3_600_000);
    const secret = await addSecret(tx, partner_id, { sealer, created_by: caller.id, now, former_ends_at });
    return { secret };
  });
}

export function testWebhook(
  { db, clock }: WebhookDependencies,
  caller: Caller,
  { partner_id }: Of<'testWebhook'>,
) {
  return transact(db, async (tx) => {
    const { hospital_id, name } = await requireWebhook(tx, caller, partner_id, 'partner.resend');
    noteChange(hospital_id, name);
    const message = { direction: 'out', kind: 'event', state: 'waiting', event: testEvent } as const;
    return beyondScope(tx, async () => {
      const [row] = await tx
        .insert(partnerMessages)
        .values({ ...message, partner_id, hospital_id, control_id: newWebhookId(), created_at: clock.now() })
        .returning({ message_id: partnerMessages.message_id });
      if (row === undefined) throw new Error('the message was not written');
      await queueSending(tx, partner_id);
      return row;
    });
  });
}
