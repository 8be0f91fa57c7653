/** Reads and writes partners that store DICOM objects, and what they ask for at sign-in. */
import { pacsSettings, type PacsSettings } from '@rhythmdesk/contract/pacs';
import { and, eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { partnerCredentials, partners } from '../../../platform/db/schema/partners.ts';
import type { Sealer } from '../../../platform/secrets/sealer.ts';

export type PacsRow = Omit<typeof partners.$inferSelect, 'settings'> & { readonly settings: PacsSettings };

export const asPacs = (row: typeof partners.$inferSelect): PacsRow => ({
  ...row,
  settings: pacsSettings.parse(row.settings),
});

export async function readPacs(db: Queryable, partner_id: number): Promise<PacsRow | null> {
  const one = and(eq(partners.partner_id, partner_id), eq(partners.channel, 'dicom'));
  const [row] = await db.select().from(partners).where(one);
  return row === undefined ? null : asPacs(row);
}

const purposeOf = (partner_id: number): string => `pacs/${String(partner_id)}`;

type Written = { readonly sealer: Sealer; readonly created_by: number; readonly now: Date };

/** Stores the secret in place of the former one; null removes it. */
export async function keepSecret(
  tx: Tx,
  partner_id: number,
  secret: string | null,
  { sealer, created_by, now }: Written,
): Promise<void> {
  await tx.delete(partnerCredentials).where(eq(partnerCredentials.partner_id, partner_id));
  if (secret === null) return;
  const sealed = sealer.seal(purposeOf(partner_id), Buffer.from(secret));
  await tx.insert(partnerCredentials).values({ partner_id, sealed, created_by, created_at: now });
}

/** Returns the header by which the product signs in. */
export async function signInHeaders(
  db: Queryable,
  sealer: Sealer,
  { partner_id, settings }: PacsRow,
): Promise<Readonly<Record<string, string>>> {
  const { sign_in, user } = settings;
  if (sign_in === 'none') return {};
  const one = eq(partnerCredentials.partner_id, partner_id);
  const [row] = await db.select({ sealed: partnerCredentials.sealed }).from(partnerCredentials).where(one);
  const opened = row === undefined ? null : sealer.open(purposeOf(partner_id), row.sealed);
  if (opened === null) throw new Error(`the secret of partner ${String(partner_id)} cannot be opened`);
  const secret = opened.toString('utf8');
  const basic = Buffer.from(`${user}:${secret}`).toString('base64');
  return { authorization: sign_in === 'basic' ? `Basic ${basic}` : `Bearer ${secret}` };
}
