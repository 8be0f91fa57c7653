/** Lists who can sign in to the demo, with what each role is for, for the terminal. */
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import { demoGroups, demoPassword, demoUsers } from './demo-people.ts';

const purposes: Readonly<Record<RoleKey, string>> = {
  LOGISTICS: 'uploads recordings for hospitals',
  DOCTOR: 'requests readings, opens reports',
  TECHNICIAN: 'reads recordings, writes reports',
  CHIEF: 'assigns cases, verifies reports',
  MANAGER: 'follows cases, manages users',
  CENTER: 'runs a center and its teams',
  DISTRIBUTER: 'runs hospitals, sets prices',
  ADMIN: 'runs everything, closes months',
};

export function signInText(): string {
  const rows = demoUsers.map(({ user_id, role_key, group }) => {
    const name = demoGroups.find(({ key }) => key === group)?.name ?? '';
    return { user_id, purpose: purposes[role_key], name };
  });
  const width = (words: readonly string[]): number => Math.max(...words.map((word) => word.length)) + 2;
  const ids = width(rows.map(({ user_id }) => user_id));
  const texts = width(rows.map(({ purpose }) => purpose));
  const lines = rows.map(
    ({ user_id, purpose, name }) => `  ${user_id.padEnd(ids)}${purpose.padEnd(texts)}${name}`,
  );
  return [`Sign in as, each with the password ${demoPassword}`, ...lines].join('\n');
}
