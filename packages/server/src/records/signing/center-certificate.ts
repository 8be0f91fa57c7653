/**
 * Provides the certificate with which a center signs: whether it can sign now, and its key, which only this
 * installation can read.
 */
import { certificateState, sealOf, type Seal } from '@rhythmdesk/domain/report/signing';
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { centerCertificates } from '../../platform/db/schema/signing.ts';
import type { SigningIdentity } from '../../platform/pdf/sign-pdf.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';

export type CenterCertificate = typeof centerCertificates.$inferSelect;

type Owner = Pick<CenterCertificate, 'center_id' | 'fingerprint'>;

/** Returns the seal context of a key. It can be opened only for this center and this certificate. */
const contextOf = ({ center_id, fingerprint }: Owner): string =>
  `signing key of center ${String(center_id)}, certificate ${fingerprint}`;

export function sealKey(sealer: Sealer, owner: Owner, private_key: string): Buffer {
  return sealer.seal(contextOf(owner), Buffer.from(private_key));
}

export async function standingCertificate(
  db: Queryable,
  center_id: number,
): Promise<CenterCertificate | null> {
  const [row] = await db
    .select()
    .from(centerCertificates)
    .where(and(eq(centerCertificates.center_id, center_id), isNull(centerCertificates.removed_at)));
  return row ?? null;
}

export type Signer =
  | { readonly seal: 'certificate'; readonly identity: SigningIdentity }
  | { readonly seal: Exclude<Seal, 'certificate'> };

export function signerOf(certificate: CenterCertificate | null, sealer: Sealer, now: Date): Signer {
  if (certificate === null) return { seal: 'none' };
  const seal = sealOf(certificateState(certificate, now.getTime()));
  if (seal !== 'certificate') return { seal };
  const { sealed_key, certificates } = certificate;
  const key = sealed_key === null ? null : sealer.open(contextOf(certificate), sealed_key);
  if (key === null) return { seal: 'unreadable' };
  return { seal, identity: { certificates, private_key: key.toString() } };
}
