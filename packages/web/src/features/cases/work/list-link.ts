/** Builds the address of the list that contains exactly the cases which a figure counts. */
import { topMenuOf } from '@rhythmdesk/domain/people/pages';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';

/** Parameter names of the case list's address. */
export type ListSearch = Readonly<Record<string, string | readonly (string | number)[] | undefined>>;
export type ListLink = { readonly to: string; readonly search: ListSearch };

export function listLinks(role_key: RoleKey): (search: ListSearch) => ListLink {
  const to = topMenuOf(role_key).find(({ entry }) => entry === 'patches')?.path ?? '/';
  return (search) => ({ to, search });
}
