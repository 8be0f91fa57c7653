/**
 * Recognises the partner that sent an order: by MSH-3 and MSH-4, and by its address or its client certificate.
 *
 * Invariant: an order is never taken for a partner while another one could have sent it as well, because it would become
 * a case of the wrong institution.
 */
import { isIP } from 'node:net';
import type { Hl7Settings } from '@rhythmdesk/contract/partners';
import type { Queryable } from '../../platform/db/database.ts';
import type { Peer } from '../../platform/hl7/mllp-listener.ts';
import { refuseField } from '../../platform/http/refusal.ts';
import { OrderFault, type Header } from './hl7/acknowledgement.ts';
import { orderingPartners, type PartnerRow } from './partner-record.ts';

/** Returns an address as connections name it: IPv6 in its shortest form, and IPv4 in IPv6 as IPv4. */
function plainAddress(written: string): string {
  if (isIP(written) !== 6) return written;
  const short = new URL(`http://[${written}]/`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = [high, low].flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 255]);
  return bytes.join('.');
}

const isAmong = (addresses: readonly string[], address: string): boolean =>
  addresses.some((each) => plainAddress(each) === plainAddress(address));

const isFrom = ({ settings }: PartnerRow, { sending }: Header, { address, fingerprint }: Peer): boolean =>
  settings.their_application === sending[0] &&
  settings.their_facility === sending[1] &&
  (settings.from_addresses.length === 0 || isAmong(settings.from_addresses, address)) &&
  (settings.fingerprint === '' || settings.fingerprint === fingerprint);

/** Returns the only partner that can have sent a message; throws `OrderFault` if there is none, or more than one. */
export async function partnerOf(db: Queryable, header: Header, peer: Peer): Promise<PartnerRow> {
  const [partner, other] = (await orderingPartners(db)).filter((each) => isFrom(each, header, peer));
  // MSA-3 has room for 80 characters.
  const proof = peer.fingerprint === null ? 'at this address' : 'by this address and certificate';
  if (partner === undefined)
    throw new OrderFault('AR', '204', `The sender in MSH-3 and MSH-4 is not known ${proof}.`, 'MSH-3');
  if (other !== undefined)
    throw new OrderFault('AR', '204', 'Several systems here have the sender of MSH-3 and MSH-4.', 'MSH-3');
  return partner;
}

const shareOne = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === 0 || others.length === 0 || some.some((each) => isAmong(others, each));

/** Returns whether one message could be from both. */
const couldBeBoth = (one: Hl7Settings, other: Hl7Settings): boolean =>
  one.their_application === other.their_application &&
  one.their_facility === other.their_facility &&
  shareOne(one.from_addresses, other.from_addresses) &&
  (one.fingerprint === '' || other.fingerprint === '' || one.fingerprint === other.fingerprint);

type Sender = Pick<PartnerRow, 'active' | 'takes_orders' | 'settings'>;

/** Returns which of the others an order of this partner could be from as well. */
export function sameSender<Other extends Sender & Pick<PartnerRow, 'partner_id'>>(
  { active, takes_orders, settings }: Sender,
  partner_id: number | null,
  others: readonly Other[],
): Other[] {
  if (!active || !takes_orders) return [];
  return others.filter(
    (each) =>
      each.partner_id !== partner_id &&
      each.active &&
      each.takes_orders &&
      couldBeBoth(each.settings, settings),
  );
}

/** Refuses a sender that another partner in use has. */
export async function proveOwnSender(
  db: Queryable,
  partner: Sender,
  partner_id: number | null,
): Promise<void> {
  if (sameSender(partner, partner_id, await orderingPartners(db)).length > 0)
    throw refuseField('partner/sender-taken', 'settings.their_application');
}
