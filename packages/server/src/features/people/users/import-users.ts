/**
 * Imports users from a spreadsheet. None of them gets a password here: each is notified by mail that the account was
 * created and chooses a password with the link for forgotten passwords.
 */
import { randomBytes } from 'node:crypto';
import type { importRoutes, UserLine } from '@rhythmdesk/contract/imports';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { userRoutes } from '@rhythmdesk/contract/users';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { roleKeys, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { roleNumber } from '@rhythmdesk/domain/people/user-fields';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { readInput } from '../../../platform/http/read-input.ts';
import { importRows } from '../../../platform/spreadsheet/import-rows.ts';
import { findGroup } from '../../../records/people/find-group.ts';
import { mailedUser, mailUser } from '../../../records/people/mail-user.ts';
import type { PasswordHashes } from '../password-hashes.ts';
import { insertUser } from './create-user.ts';
import { refuseField } from '../../../platform/http/refusal.ts';
import { judgeEmail, judgeLoginId } from './judge-user.ts';
import type { UserChange } from './lock-user.ts';
import { userWords } from './user-words.ts';

const shape = userRoutes.createUser.input.omit({ password: true });

/** Finds a role by its key or by its name in any of the languages. */
function roleOf(written: string): RoleKey {
  const word = written.toLowerCase();
  const found = roleKeys.find(
    (key) =>
      key.toLowerCase() === word ||
      languages.some((language) => userWords[language].roles[key].toLowerCase() === word),
  );
  if (found === undefined) throw refuseField('user/role-unknown', 'user_role_id');
  return found;
}

/** Converts a line to the payload of a new user; an empty cell is a missing field. */
async function payloadOf(tx: Tx, line: UserLine) {
  const { role = '', institution = '', ...rest } = line;
  const said = Object.entries(rest).filter(([, value]) => (value ?? '').trim() !== '');
  const group = institution.trim() === '' ? undefined : await findGroup(tx, institution.trim());
  if (group === null) throw refuseField('user/group-unknown', 'user_group_id');
  const body = {
    ...Object.fromEntries(said),
    ...(role.trim() === '' ? {} : { user_role_id: roleNumber(roleOf(role.trim())) }),
    ...(group === undefined ? {} : { user_group_id: group }),
  };
  return readInput(userRoutes.createUser, shape, { params: {}, query: {}, body });
}

async function mailMade(tx: Tx, id: number, language: Language): Promise<void> {
  const user = await mailedUser(tx, id);
  if (user === null) return;
  const parameters = { user_name: user.name, user_id: user.user_id, group_name: user.group_name };
  await mailUser(tx, { ...user, language }, { code: 'account-made', parameters });
}

export async function importUsers(
  { db, hashes }: { readonly db: Db; readonly hashes: PasswordHashes },
  { dry_run, rows }: ParsedOf<typeof importRoutes.importUsers>,
  change: UserChange,
  language: Language,
) {
  // The hash of a random password that nobody knows.
  const password_hash = dry_run ? '-' : await hashes.make(randomBytes(32).toString('base64url'));
  const write = async (tx: Tx, line: UserLine): Promise<void> => {
    const input = await payloadOf(tx, line);
    judgeLoginId(input.user_id);
    judgeEmail(input.email);
    const { id } = await insertUser(tx, { ...input, password_hash }, change);
    await mailMade(tx, id, language);
  };
  const columns = { user_role_id: 'role', user_group_id: 'institution' };
  return importRows(db, rows, write, { trial: dry_run, act: 'user.import', language, columns });
}
