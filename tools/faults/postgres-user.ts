/** Finds the user as whom PostgreSQL runs. */
import { tmpdir, userInfo } from 'node:os';
import { runCaptured } from '../processes/child-process.ts';

export type User = { readonly uid: number; readonly gid: number };

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`. */
export async function postgresUser(): Promise<User> {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid };
  const idOf = async (flag: string): Promise<number> => {
    const { code, output, stdout } = await runCaptured('id', [flag, 'postgres'], { cwd: tmpdir() });
    if (code !== 0) throw new Error(`no user postgres: ${output}`);
    return Number(stdout.trim());
  };
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}
