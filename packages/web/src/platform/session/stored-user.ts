/**
 * Describes the session user that a tab stores in session storage under `user`, with the names of the specification. No
 * other personal data is written to the browser.
 */
import { isRoleKey, type RoleKey } from '@rhythmdesk/domain/people/roles';

export const userStorageKey = 'user';

export type StoredUser = {
  accessToken: string;
  id: number;
  userId: string;
  /** The type of the role's group, such as `hospital`. */
  group: string;
  role: RoleKey;
  phone_number: string;
  user_group: number;
};

/** Parses a session user from storage or another tab; undefined if it is incomplete. */
export function asStoredUser(value: unknown): StoredUser | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const get = (name: string): unknown => Reflect.get(value, name);
  const [accessToken, id, userId, group, role] = ['accessToken', 'id', 'userId', 'group', 'role'].map(get);
  const [phone_number, user_group] = ['phone_number', 'user_group'].map(get);
  if (typeof accessToken !== 'string' || accessToken === '' || typeof id !== 'number') return undefined;
  if (typeof userId !== 'string' || typeof group !== 'string') return undefined;
  if (typeof role !== 'string' || !isRoleKey(role)) return undefined;
  if (typeof phone_number !== 'string' || typeof user_group !== 'number') return undefined;
  return { accessToken, id, userId, group, role, phone_number, user_group };
}

export function storedUserFrom(text: string | null): StoredUser | undefined {
  if (text === null) return undefined;
  try {
    return asStoredUser(JSON.parse(text));
  } catch {
    return undefined;
  }
}
