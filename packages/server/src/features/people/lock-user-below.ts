/**
 * Locks the row of another user whom the caller may change: one that the caller administers and that is below the
 * caller's level.
 */
import { touchFault } from '@rhythmdesk/domain/people/levels';
import type { Tx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { lockUser } from './users/lock-user.ts';

export async function lockUserBelow(tx: Tx, caller: Caller, id: number): Promise<void> {
  const { user } = await lockUser(tx, caller, id);
  const fault = touchFault(caller, user);
  if (fault !== null) throw new Refusal(fault);
}
