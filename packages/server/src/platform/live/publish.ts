/**
 * Notifies every running server of a change when the transaction commits. Payloads contain only ids. Who receives the
 * change is decided where the event stream is written, from the state at that time.
 */
import { z } from 'zod';
import { notify } from '../db/listener.ts';
import type { Tx } from '../db/database.ts';

export const liveChannel = 'rhythmdesk_live';

export const liveMessage = z.discriminatedUnion('type', [
  /** `saved`: this change produced the version. */
  z.object({
    type: z.literal('case'),
    case_id: z.number(),
    version: z.number(),
    saved: z.boolean().optional(),
  }),
  /** The notifications that one action wrote for one case, or for none: their ids are in this range. */
  z.object({
    type: z.literal('notifications'),
    patch_id: z.number().nullable(),
    first_id: z.number(),
    last_id: z.number(),
  }),
  z.object({ type: z.literal('reading'), case_id: z.number(), sequence: z.number() }),
  z.object({ type: z.literal('badge'), user_id: z.number() }),
  z.object({ type: z.literal('upload'), upload_id: z.string() }),
  z.object({ type: z.literal('export'), export_id: z.number(), user_id: z.number() }),
  z.object({ type: z.literal('institution'), id: z.number(), version: z.number() }),
  z.object({ type: z.literal('user'), id: z.number(), version: z.number() }),
  /** Sessions of this user have ended; `keep` is the token hash, in hexadecimal, of the session that remains. */
  z.object({ type: z.literal('revoked'), user_id: z.number(), keep: z.string().nullable() }),
]);
export type LiveMessage = z.output<typeof liveMessage>;
/** Messages that make an open page refetch data. */
export type ChangeMessage = Exclude<LiveMessage, { type: 'revoked' }>;

export async function publish(tx: Tx, message: LiveMessage): Promise<void> {
  await notify(tx, liveChannel, JSON.stringify(message));
}
