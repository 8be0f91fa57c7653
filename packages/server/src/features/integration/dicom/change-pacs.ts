/** Creates and changes partners that store DICOM objects. */
import type { pacsRoutes } from '@rhythmdesk/contract/pacs';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.ts';
import { partners } from '../../../platform/db/schema/partners.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { Refusal, refuseField } from '../../../platform/http/refusal.ts';
import {
  noteChange,
  proveAddress,
  proveAuthorities,
  renewWaiting,
  requireHospital,
} from '../change-receiver.ts';
import { ofReach } from '../partner-record.ts';
import type { WebhookDependencies } from '../webhook/webhook-dependencies.ts';
import { asPacs, keepSecret, type PacsRow } from './pacs-record.ts';

type Of<Name extends keyof typeof pacsRoutes> = ParsedOf<(typeof pacsRoutes)[Name]>;
type Fields = Pick<Of<'createPacs'>, 'settings' | 'secret'>;

const missing = (field: string): Refusal => refuseField('input/field-missing', field);

/** A secret that is stored for one host is never sent to another one. */
function isSecretKept(before: PacsRow | null, { settings, secret }: Fields): boolean {
  if (secret !== '' || before === null) return false;
  const { url, sign_in } = before.settings;
  return sign_in === settings.sign_in && new URL(url).origin === new URL(settings.url).origin;
}

/** Returns the secret to store, null for none, or undefined if the stored one stays. */
function secretOf(before: PacsRow | null, fields: Fields): string | null | undefined {
  const { settings, secret } = fields;
  if (settings.sign_in === 'none') return null;
  if (settings.sign_in === 'basic' && settings.user === '') throw missing('settings.user');
  if (isSecretKept(before, fields)) return undefined;
  if (secret === '') throw missing('secret');
  if (settings.sign_in === 'bearer' && !/^[\x21-\x7e]+$/.test(secret))
    throw refuseField('input/invalid', 'secret');
  return secret;
}

const sendingSince = (active: boolean, since: Date | null, now: Date): Date | null =>
  active ? (since ?? now) : null;

function createPacs(
  dependencies: WebhookDependencies,
  caller: Caller,
  { hospital_id, secret, ...fields }: Of<'createPacs'>,
) {
  const { db, clock, sealer, policy } = dependencies;
  proveAddress(fields.settings.url, policy);
  proveAuthorities(fields.settings.ca);
  const kept = secretOf(null, { ...fields, secret });
  const now = clock.now();
  return transact(db, async (tx) => {
    await requireHospital(tx, caller, hospital_id);
    const by = { created_by: caller.id, created_at: now, updated_by: caller.id, updated_at: now };
    const sending = { sends_results: true, sending_since: sendingSince(fields.active, null, now) };
    const [row] = await tx
      .insert(partners)
      .values({ ...fields, ...sending, hospital_id, channel: 'dicom', ...by })
      .returning({ partner_id: partners.partner_id, version: partners.version });
    if (row === undefined) throw new Error('the partner was not written');
    const written = { sealer, created_by: caller.id, now };
    await keepSecret(tx, row.partner_id, kept ?? null, written);
    noteChange(hospital_id, fields.name);
    return row;
  });
}

async function requirePacs(tx: Tx, caller: Caller, partner_id: number): Promise<PacsRow> {
  const isOne = and(eq(partners.partner_id, partner_id), eq(partners.channel, 'dicom'));
  const [found] = await tx
    .select({ row: partners })
    .from(partners)
    .innerJoin(userGroups, eq(userGroups.id, partners.hospital_id))
    .where(and(isOne, ofReach(caller, 'partner.write')))
    .for('update', { of: partners });
  if (found === undefined) throw new Refusal('object/not-found');
  return asPacs(found.row);
}

function changePacs(
  dependencies: WebhookDependencies,
  caller: Caller,
  { partner_id, version, secret, ...fields }: Of<'changePacs'>,
) {
  const { db, clock, sealer, policy } = dependencies;
  proveAddress(fields.settings.url, policy);
  proveAuthorities(fields.settings.ca);
  const now = clock.now();
  return transact(db, async (tx) => {
    const before = await requirePacs(tx, caller, partner_id);
    if (before.version !== version) throw new Refusal('partner/stale-version');
    const kept = secretOf(before, { ...fields, secret });
    const sending_since = sendingSince(fields.active, before.sending_since, now);
    const change = { ...fields, sending_since, updated_by: caller.id, updated_at: now, version: version + 1 };
    await tx.update(partners).set(change).where(eq(partners.partner_id, partner_id));
    const written = { sealer, created_by: caller.id, now };
    if (kept !== undefined) await keepSecret(tx, partner_id, kept, written);
    if (fields.active) await renewWaiting(tx, partner_id);
    noteChange(before.hospital_id, fields.name);
    return { partner_id, version: version + 1 };
  });
}

export function pacsHandlers(dependencies: WebhookDependencies): Handlers<typeof pacsRoutes> {
  return {
    createPacs: ({ caller, input }) => createPacs(dependencies, caller, input),
    changePacs: ({ caller, input }) => changePacs(dependencies, caller, input),
  };
}
