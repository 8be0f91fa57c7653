/** Who may sign in to the demo, for the terminal. */
import { demoGroups, demoPassword, demoUsers } from './demo-people.ts';

export function signInText(): string {
  const lines = demoUsers.map(({ user_id, role_key, group }) => {
    const name = demoGroups.find(({ key }) => key === group)?.name ?? '';
    return `  ${user_id.padEnd(17)}${role_key.padEnd(13)}${name}`;
  });
  return ['Sign in as', ...lines, `  with the password ${demoPassword}`].join('\n');
}
