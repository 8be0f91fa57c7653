/** Lists the messages in a caller's scope without their content, and shows one with its content. */
import type { MessageSegments, partnerRoutes, PartnerMessage } from '@rhythmdesk/contract/partners';
import type { OutputOf, ParsedOf } from '@rhythmdesk/contract/route';
import {
  messageDirections,
  messageFaults,
  messageKinds,
  messageStates,
  partnerChannels,
} from '@rhythmdesk/domain/integration/partner-messages';
import { webhookTypes } from '@rhythmdesk/domain/integration/webhook-events';
import { can, has } from '@rhythmdesk/domain/people/can';
import { and, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { among } from '../../platform/db/search-sql.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { partnerMessages, partners } from '../../platform/db/schema/partners.ts';
import { userGroups } from '../../platform/db/schema/people.ts';
import { parseMessage } from '../../platform/hl7/hl7-message.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { groupNameOf } from './group-name.ts';
import { ofReach } from './partner-record.ts';

type Filter = ParsedOf<typeof partnerRoutes.partnerMessages>;

const { payload: _payload, reply: _reply, digest: _digest, ...listed } = getTableColumns(partnerMessages);
const words = z.object({
  direction: z.enum(messageDirections),
  kind: z.enum(messageKinds),
  event: z.enum(webhookTypes).nullable(),
  state: z.enum(messageStates),
  fault: z.enum(messageFaults).nullable(),
});

function select(db: Queryable, where: SQL | undefined) {
  return db
    .select({ row: listed, partner: partners, hospital: userGroups, hn_id: cases.hn_id })
    .from(partnerMessages)
    .innerJoin(partners, eq(partners.partner_id, partnerMessages.partner_id))
    .innerJoin(userGroups, eq(userGroups.id, partnerMessages.hospital_id))
    .leftJoin(cases, eq(cases.case_id, partnerMessages.case_id))
    .where(where);
}
type Selected = Awaited<ReturnType<typeof select>>[number];

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function messageOf({ row, partner, hospital, hn_id }: Selected): PartnerMessage {
  const { message_id, case_id, control_id, attempts, fault_detail } = row;
  return {
    ...{ message_id, case_id, hn_id, control_id, attempts, fault_detail },
    ...words.parse(row),
    partner: {
      partner_id: partner.partner_id,
      name: partner.name,
      channel: z.enum(partnerChannels).parse(partner.channel),
    },
    hospital: groupNameOf(hospital),
    created_at: row.created_at.toISOString(),
    next_attempt_at: iso(row.next_attempt_at),
    sent_at: iso(row.sent_at),
    settled_at: iso(row.settled_at),
  };
}

/** Finds the messages of the page first: what is shown beside them is read for these alone. */
export async function listMessages(db: Queryable, caller: Caller, filter: Filter) {
  const { page, size, partner_id, case_id, state, direction } = filter;
  const seen = await db.select({ id: userGroups.id }).from(userGroups).where(ofReach(caller, 'partner.read'));
  const ids = `{${seen.map(({ id }) => id).join(',')}}`;
  const where = and(
    // As values, so that the database knows how many messages they have.
    sql`${partnerMessages.hospital_id} = any (${ids}::bigint[])`,
    partner_id === undefined ? undefined : eq(partnerMessages.partner_id, partner_id),
    case_id === undefined ? undefined : eq(partnerMessages.case_id, case_id),
    among(partnerMessages.state, state),
    direction === undefined ? undefined : eq(partnerMessages.direction, direction),
  );
  const shown = await db
    .select({ message_id: partnerMessages.message_id })
    .from(partnerMessages)
    .where(where)
    .orderBy(desc(partnerMessages.message_id))
    .limit(size)
    .offset((page - 1) * size);
  const page_ids = shown.map(({ message_id }) => message_id);
  const rows = await select(db, inArray(partnerMessages.message_id, page_ids)).orderBy(
    desc(partnerMessages.message_id),
  );
  const total = await db.$count(partnerMessages, where);
  return { items: rows.map(messageOf), total, page, size };
}

const longestValue = 400;
const cut = (value: string): string =>
  value.length > longestValue ? `${value.slice(0, longestValue)}… (${String(value.length)})` : value;

/** Returns the segments of a stored text as they are; null if there is no text, as if no answer was wanted. */
function segmentsOf(text: string | null): MessageSegments | null {
  if (text === null || text === '') return null;
  const message = parseMessage(text);
  if ('fault' in message) return [{ name: '?', fields: [{ position: 1, value: cut(text) }] }];
  return message.segments.map(({ name, fields }) => ({
    name,
    fields: fields
      .map((value, position) => ({ position, value: cut(value) }))
      .filter(({ value, position }) => value !== '' && position > 0),
  }));
}

const longestText = 20_000;

/** Returns a text that has no segments as one part named `text`; JSON is written in lines. */
function textOf(text: string): MessageSegments {
  const shown = text.startsWith('{') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return [{ name: 'text', fields: [{ position: 1, value: shown.slice(0, longestText) }] }];
}

/** Only messages of HL7 have segments. */
const partsOf = (channel: string, text: string | null): MessageSegments | null =>
  channel !== 'hl7' && text !== null ? textOf(text) : segmentsOf(text);

/** Refuses an administrator without a reason, which is audited. */
function requireReason({ actor }: Caller, reason: string | undefined): void {
  const grant = can(actor, 'partner.read');
  if (grant === 'never' || !has(grant, 'reason')) return;
  if (reason === undefined || reason === '')
    throw new Refusal('input/reason-missing', { fields: { reason: 'refusal.input.reason-missing' } });
  noteAudit({ reason });
}

export async function readMessage(
  db: Queryable,
  caller: Caller,
  { message_id, reason }: ParsedOf<typeof partnerRoutes.partnerMessage>,
): Promise<OutputOf<typeof partnerRoutes.partnerMessage>> {
  const one = and(ofReach(caller, 'partner.read'), eq(partnerMessages.message_id, message_id));
  const [found] = await select(db, one);
  if (found === undefined) throw new Refusal('object/not-found');
  requireReason(caller, reason);
  const { case_id } = found.row;
  noteAudit({ target: `message/${String(message_id)}`, ...(case_id === null ? {} : { case_id }) });
  const [content] = await db
    .select({ payload: partnerMessages.payload, reply: partnerMessages.reply })
    .from(partnerMessages)
    .where(eq(partnerMessages.message_id, message_id));
  return {
    ...messageOf(found),
    segments: partsOf(found.partner.channel, content?.payload ?? null),
    reply: partsOf(found.partner.channel, content?.reply ?? null),
  };
}
