/** Creates a certificate for the demo's center, with which it signs its reports. */
import { X509Certificate } from 'node:crypto';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { centerCertificates } from '@rhythmdesk/server/platform/db/schema/signing';
import { selfMadeIdentity } from '@rhythmdesk/server/platform/pdf/self-made-identity';
import { openInstallationKey } from '@rhythmdesk/server/platform/secrets/installation-key';
import { sealerFrom } from '@rhythmdesk/server/platform/secrets/sealer';
import { sealKey } from '@rhythmdesk/server/records/signing/center-certificate';
import type { DemoWorld } from './demo-callers.ts';
import { demoGroups } from './demo-people.ts';

const key = 'tokyo-center';

/** @param folder of the files, which also contains the installation's key */
export async function addDemoCertificate(
  db: Db,
  folder: string,
  { groupIds, callers }: DemoWorld,
  now: Date,
): Promise<void> {
  const center_id = groupIds.get(key);
  const name = demoGroups.find((group) => group.key === key)?.name;
  const office = [...callers.values()].find(
    ({ role_key, user_group }) => role_key === 'CENTER' && user_group.id === center_id,
  );
  if (center_id === undefined || name === undefined || office === undefined)
    throw new Error('the demo has no center that signs');
  const { certificates, private_key } = await selfMadeIdentity('rsa', name);
  const own = new X509Certificate(certificates);
  const fingerprint = own.fingerprint256.replaceAll(':', '').toLowerCase();
  const sealer = sealerFrom(await openInstallationKey(folder));
  await db.insert(centerCertificates).values({
    center_id,
    certificates,
    sealed_key: sealKey(sealer, { center_id, fingerprint }, private_key),
    subject: name,
    issuer: name,
    fingerprint,
    not_before: new Date(own.validFrom),
    not_after: new Date(own.validTo),
    created_by: office.id,
    created_at: now,
  });
}
