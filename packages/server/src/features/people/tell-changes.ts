/** Changes of what an account stands on are told to its owner by mail, who may not be the one who made them. */
import type { Tx } from '../../platform/db/database.ts';
import { mailedUser, mailUser } from '../../records/people/mail-user.ts';

export async function tellPasswordChanged(tx: Tx, id: number, now: Date): Promise<void> {
  const user = await mailedUser(tx, id);
  if (user === null) return;
  const parameters = { user_name: user.name, user_id: user.user_id, time: now.toISOString() };
  await mailUser(tx, user, { code: 'password-changed', parameters });
}

/** Called before the change: the mail goes to the address that is left. */
export async function tellEmailChanges(tx: Tx, id: number, now: Date): Promise<void> {
  const user = await mailedUser(tx, id);
  if (user === null) return;
  const parameters = { user_name: user.name, user_id: user.user_id, time: now.toISOString() };
  await mailUser(tx, user, { code: 'email-changed', parameters });
}
