/** Deletes all second factors of an account when it is reset or deleted. */
import type { Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { deleteAuthenticator } from './authenticator.ts';
import { deletePasskeysOf } from './passkeys.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

export async function deleteFactors(tx: Tx, user_id: number): Promise<void> {
  await beyondScope(tx, async () => {
    await deleteAuthenticator(tx, user_id);
    await deletePasskeysOf(tx, user_id);
    await deleteRecoveryCodes(tx, user_id);
  });
}
