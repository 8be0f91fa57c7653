/** Contains what creating and changing of every partner has in common that is called by HTTP. */
import { openMessageStates } from '@rhythmdesk/domain/integration/partner-messages';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { partnerMessages } from '../../platform/db/schema/partners.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import { areAuthorities } from '../../platform/tls/authorities.ts';
import { RefusedAddress } from '../../platform/webhooks/connect-guard.ts';
import { allowedUrl, type PostPolicy } from '../../platform/webhooks/guarded-post.ts';
import { queueSending } from '../../records/partners/queue-results.ts';
import { ofReach } from './partner-record.ts';

/** Refuses what can be refused before a name is resolved; the connection checks every address. */
export function proveAddress(url: string, policy: PostPolicy): void {
  try {
    allowedUrl(url, policy);
  } catch (fault) {
    if (fault instanceof RefusedAddress) throw refuseField('partner/address-refused', 'settings.url');
    throw fault;
  }
}

/** Refuses a text that contains no certificates of authorities, or also a private key. Without a text those of the system count. */
export function proveAuthorities(ca: string): void {
  if (ca !== '' && !areAuthorities(ca)) throw refuseField('partner/no-authority', 'settings.ca');
}

export const noteChange = (hospital_id: number, name: string): void =>
  noteAudit({ target: `institution/${String(hospital_id)}: ${name}` });

export async function requireHospital(tx: Tx, caller: Caller, hospital_id: number): Promise<void> {
  const isHospital = and(eq(userGroups.type, 'hospital'), isNull(userGroups.deleted_at));
  const [found] = await tx
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(and(eq(userGroups.id, hospital_id), isHospital, ofReach(caller, 'partner.write')));
  if (found === undefined) throw new Refusal('object/not-found');
}

/** Lets messages that wait be tried at once and for the whole time again. */
export async function renewWaiting(tx: Tx, partner_id: number): Promise<void> {
  await tx
    .update(partnerMessages)
    .set({ next_attempt_at: null, gives_up_at: null })
    .where(
      and(eq(partnerMessages.partner_id, partner_id), inArray(partnerMessages.state, [...openMessageStates])),
    );
  await queueSending(tx, partner_id);
}
