/** Reads and writes partners that receive webhooks, and their secrets. */
import { webhookSettings, type WebhookSettings } from '@rhythmdesk/contract/webhooks';
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { partners, webhookSecrets } from '../../../platform/db/schema/partners.ts';
import type { Sealer } from '../../../platform/secrets/sealer.ts';
import { newWebhookSecret } from '../../../platform/webhooks/sign-webhook.ts';

export type WebhookRow = Omit<typeof partners.$inferSelect, 'settings'> & {
  readonly settings: WebhookSettings;
};

export const asWebhook = (row: typeof partners.$inferSelect): WebhookRow => ({
  ...row,
  settings: webhookSettings.parse(row.settings),
});

export async function readWebhook(db: Queryable, partner_id: number): Promise<WebhookRow | null> {
  const one = and(eq(partners.partner_id, partner_id), eq(partners.channel, 'webhook'));
  const [row] = await db.select().from(partners).where(one);
  return row === undefined ? null : asWebhook(row);
}

const purposeOf = (partner_id: number): string => `webhook/${String(partner_id)}`;

/** Returns the valid secrets, the current one first. */
export async function validSecrets(
  db: Queryable,
  { sealer, now }: { readonly sealer: Sealer; readonly now: Date },
  partner_id: number,
): Promise<string[]> {
  const { ends_at, secret_id } = webhookSecrets;
  const rows = await db
    .select()
    .from(webhookSecrets)
    .where(and(eq(webhookSecrets.partner_id, partner_id), or(isNull(ends_at), gt(ends_at, now))))
    .orderBy(desc(secret_id));
  return rows.map(({ sealed }) => {
    const opened = sealer.open(purposeOf(partner_id), sealed);
    if (opened === null) throw new Error(`the secret of partner ${String(partner_id)} cannot be opened`);
    return opened.toString('utf8');
  });
}

type NewSecret = {
  readonly sealer: Sealer;
  readonly created_by: number;
  readonly now: Date;
  /** When the former secret ends. At most two are valid at a time. */
  readonly former_ends_at: Date;
};

/** Writes a new secret and returns it; it can be read nowhere else. */
export async function addSecret(
  tx: Tx,
  partner_id: number,
  { sealer, created_by, now, former_ends_at }: NewSecret,
): Promise<string> {
  const secret = newWebhookSecret();
  const { ends_at } = webhookSecrets;
  const ofPartner = eq(webhookSecrets.partner_id, partner_id);
  await tx
    .update(webhookSecrets)
    .set({ ends_at: now })
    .where(and(ofPartner, gt(ends_at, now)));
  await tx
    .update(webhookSecrets)
    .set({ ends_at: former_ends_at })
    .where(and(ofPartner, isNull(ends_at)));
  const sealed = sealer.seal(purposeOf(partner_id), Buffer.from(secret));
  await tx.insert(webhookSecrets).values({ partner_id, sealed, created_by, created_at: now });
  return secret;
}
