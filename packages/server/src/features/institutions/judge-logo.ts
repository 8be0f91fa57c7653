/** Checks the logo for the reports of an institution, encodes it again and stores it by the SHA-256 of its bytes. */
import { createHash } from 'node:crypto';
import type { InstitutionChange } from '@rhythmdesk/contract/institutions';
import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { reportLogos } from '../../platform/db/schema/report-logos.ts';
import { rewritePng, type RewrittenPng } from '../../platform/files/rewrite-png.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import { reachedBy } from './institution-query.ts';

const most = { width_px: 1000, height_px: 500 } as const;

export type JudgedLogo = RewrittenPng & { readonly sha256: string };

/** Call it before the transaction, because decoding is slow. */
export async function judgeLogo(base64: string | undefined): Promise<JudgedLogo | null> {
  if (base64 === undefined || base64 === '') return null;
  const found = await rewritePng(Buffer.from(base64, 'base64'), most);
  if (found === null) throw refuseField('group/logo-unfit', 'logo');
  return { ...found, sha256: createHash('sha256').update(found.png).digest('hex') };
}

/** Returns the change with the name of the logo in place of its bytes. */
export async function withKeptLogo<Change extends InstitutionChange>(
  tx: Tx,
  change: Change,
  logo: JudgedLogo | null,
  now: Date,
): Promise<Change> {
  if (logo === null) return change;
  await tx
    .insert(reportLogos)
    .values({ ...logo, created_at: now })
    .onConflictDoNothing();
  return { ...change, logo: logo.sha256 };
}

export async function readLogo(db: Db, caller: Caller, id: number): Promise<{ png: string }> {
  const [row] = await db
    .select({ png: reportLogos.png })
    .from(userGroups)
    .leftJoin(reportLogos, eq(reportLogos.sha256, userGroups.logo))
    .where(and(eq(userGroups.id, id), reachedBy(caller, 'institution.administer')));
  if (row === undefined) throw new Refusal('object/not-found');
  return { png: row.png?.toString('base64') ?? '' };
}
