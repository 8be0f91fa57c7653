/** Finds the operators of an installation: users of level 5 who may sign in. */
import { levelOf, roleKeys, topLevel } from '@rhythmdesk/domain/people/roles';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../platform/db/database.ts';
import { users } from '../platform/db/schema/people.ts';

const operatorRoles = roleKeys.filter((key) => levelOf(key) === topLevel);

export async function operatorsIn(tx: Tx): Promise<number[]> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role_key, operatorRoles), isNull(users.deleted_at), eq(users.use_flag, 'Y')));
  return found.map(({ id }) => id);
}
