/**
 * Reads, sets and removes the certificate of a center for users with permission. A center has one certificate; earlier
 * ones are kept without their keys.
 */
import type { CenterCertificate, CenterCertificates, signatureRoutes } from '@rhythmdesk/contract/signatures';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { certificateState } from '@rhythmdesk/domain/report/signing';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db, Queryable, Tx } from '../../../platform/db/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { centerCertificates } from '../../../platform/db/schema/signing.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Sealer } from '../../../platform/secrets/sealer.ts';
import { sealKey, signerOf } from '../../../records/signing/center-certificate.ts';
import { reachedBy } from '../institution-query.ts';
import type { Change } from '../lock-institution.ts';
import { readPkcs12 } from './read-pkcs12.ts';

async function centerFor(db: Queryable, caller: Caller, id: number) {
  const [center] = await db
    .select({ id: userGroups.id, name: userGroups.name })
    .from(userGroups)
    .where(
      and(
        eq(userGroups.id, id),
        eq(userGroups.type, 'tech_center'),
        reachedBy(caller, 'institution.certificate'),
      ),
    );
  if (center === undefined) throw new Refusal('object/not-found');
  return { ...center, type: 'tech_center' as const };
}

type Row = typeof centerCertificates.$inferSelect;
type Names = { readonly author: string; readonly remover: string | null };

function certificateOf(row: Row, { author, remover }: Names, now: Date): CenterCertificate {
  const { certificate_id, subject, issuer, fingerprint, not_before, not_after, removed_by, removed_at } = row;
  return {
    certificate_id,
    subject,
    issuer,
    fingerprint,
    not_before: not_before.toISOString(),
    not_after: not_after.toISOString(),
    state: certificateState(row, now.getTime()),
    created_by: { id: row.created_by, name: author },
    created_at: row.created_at.toISOString(),
    removed_by: removed_by === null ? null : { id: removed_by, name: remover ?? '' },
    removed_at: removed_at?.toISOString() ?? null,
  };
}

type Reading = { readonly db: Db; readonly sealer: Sealer; readonly now: Date };

export async function readCertificates(
  { db, sealer, now }: Reading,
  caller: Caller,
  id: number,
): Promise<CenterCertificates> {
  const center = await centerFor(db, caller, id);
  const removers = alias(users, 'removers');
  const found = await db
    .select({ row: centerCertificates, author: users.name, remover: removers.name })
    .from(centerCertificates)
    .innerJoin(users, eq(users.id, centerCertificates.created_by))
    .leftJoin(removers, eq(removers.id, centerCertificates.removed_by))
    .where(eq(centerCertificates.center_id, id))
    .orderBy(desc(centerCertificates.certificate_id));
  const present = found.find(({ row }) => row.removed_at === null);
  return {
    center,
    present:
      present === undefined
        ? null
        : {
            ...certificateOf(present.row, present, now),
            readable: signerOf(present.row, sealer, now).seal !== 'unreadable',
          },
    earlier: found
      .filter(({ row }) => row.removed_at !== null)
      .map((one) => certificateOf(one.row, one, now)),
  };
}

async function removePresent(tx: Tx, center_id: number, { caller, now }: Change): Promise<number | null> {
  const [removed] = await tx
    .update(centerCertificates)
    .set({ removed_by: caller.id, removed_at: now, sealed_key: null })
    .where(and(eq(centerCertificates.center_id, center_id), isNull(centerCertificates.removed_at)))
    .returning({ certificate_id: centerCertificates.certificate_id });
  return removed?.certificate_id ?? null;
}

/** Locks the center, so that only one change of its certificate runs at a time. */
async function holdCenter(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, id)).for('update');
}

export async function addCertificate(
  db: Db,
  sealer: Sealer,
  { id, pkcs12, password }: ParsedOf<typeof signatureRoutes.addCertificate>,
  change: Change,
): Promise<CenterCertificate> {
  const { caller, now } = change;
  await centerFor(db, caller, id);
  const { private_key, ...read } = await readPkcs12(Buffer.from(pkcs12, 'base64'), password, now);
  return transact(db, async (tx) => {
    await holdCenter(tx, id);
    await centerFor(tx, caller, id);
    await removePresent(tx, id, change);
    const sealed_key = sealKey(sealer, { center_id: id, fingerprint: read.fingerprint }, private_key);
    const [row] = await tx
      .insert(centerCertificates)
      .values({ ...read, center_id: id, sealed_key, created_by: caller.id, created_at: now })
      .returning();
    if (row === undefined) throw new Error('the certificate was not written');
    noteAudit({ target: `institution/${String(id)}: ${read.fingerprint}` });
    return certificateOf(row, { author: caller.name, remover: null }, now);
  });
}

export async function removeCertificate(
  db: Db,
  { id, certificate_id }: ParsedOf<typeof signatureRoutes.removeCertificate>,
  change: Change,
): Promise<{ ok: true }> {
  return transact(db, async (tx) => {
    await centerFor(tx, change.caller, id);
    await holdCenter(tx, id);
    if ((await removePresent(tx, id, change)) !== certificate_id) throw new Refusal('object/not-found');
    noteAudit({ target: `institution/${String(id)}: certificate ${String(certificate_id)}` });
    return { ok: true };
  });
}
