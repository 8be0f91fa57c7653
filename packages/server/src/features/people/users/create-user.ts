/** Creates a user on behalf of a user of a higher level. The account works at once, with a password for one sign-in. */
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { userRoutes } from '@rhythmdesk/contract/users';
import { stripPhone } from '@rhythmdesk/domain/people/contact';
import { roleOfNumber } from '@rhythmdesk/domain/people/user-fields';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { beyondScope } from '../../../platform/db/row-scope.ts';
import { users } from '../../../platform/db/schema/people.ts';
import { transact, violatedConstraint } from '../../../platform/db/transact.ts';
import type { PasswordHashes } from '../password-hashes.ts';
import { refuseField } from '../../../platform/http/refusal.ts';
import { refuseTakenEmail } from '../email-in-force.ts';
import { judgeEmail, judgeLoginId, judgePassword, judgePlace } from './judge-user.ts';
import { concludeUser, groupOf, type UserChange } from './lock-user.ts';

type Input = ParsedOf<typeof userRoutes.createUser>;
/** Contains `password_hash` instead of the password, because hashing is slow and is done before the transaction. */
export type NewUser = Omit<Input, 'password'> & { readonly password_hash: string };

export async function insertUser(tx: Tx, input: NewUser, change: UserChange) {
  const { user_role_id, user_group_id, phone_number = '', description = '', ...rest } = input;
  const { caller, now } = change;
  const role_key = roleOfNumber(user_role_id);
  if (role_key === null) throw refuseField('input/invalid', 'user_role_id');
  const group = await groupOf(tx, user_group_id);
  judgePlace(caller, 0, role_key, group);
  await refuseTakenEmail(tx, input.email, 0);
  try {
    const [row] = await beyondScope(tx, () =>
      tx
        .insert(users)
        .values({
          ...rest,
          ...{ role_key, user_group_id, description },
          phone_number: stripPhone(phone_number),
          must_change_password: true,
          created_by: caller.id,
          active_since: now,
          password_changed_at: now,
          created_at: now,
          updated_at: now,
        })
        .returning({ id: users.id, version: users.version }),
    );
    if (row === undefined) throw new Error('a user was not made');
    await concludeUser(tx, { ...row, action: 'create' });
    return row;
  } catch (fault) {
    if (violatedConstraint(fault) === 'users_user_id_unique') throw refuseField('user/id-taken', 'user_id');
    throw fault;
  }
}

export async function createUser(
  { db, hashes }: { readonly db: Db; readonly hashes: PasswordHashes },
  { password, ...input }: Input,
  change: UserChange,
) {
  judgeLoginId(input.user_id);
  judgeEmail(input.email);
  judgePassword(password, input.user_id);
  const password_hash = await hashes.make(password);
  return transact(db, (tx) => insertUser(tx, { ...input, password_hash }, change));
}
