/** Starts a server for tests together with the identity provider of an institution, to whose identities users are linked. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inArray } from 'drizzle-orm';
import { testProvider } from '../features/people/providers/test-provider.ts';
import { userGroups, users } from '../platform/db/schema/people.ts';
import { userIdentities } from '../platform/db/schema/sign-in-factors.ts';
import { tenantsOf } from './test-two-centers.ts';
import { testWeb } from './test-web.ts';

const register_code = 'HOUSE-1';

/** Links each person of `names`, all of one group, to the identity `sub-<name>`; the group offers a second step. */
export async function webWithProvider(PUBLIC_URL: string, names: readonly string[]) {
  const house = await testProvider([register_code]);
  const folder = await mkdtemp(path.join(tmpdir(), 'providers-'));
  const OIDC_FILE = path.join(folder, 'providers.json');
  await writeFile(OIDC_FILE, JSON.stringify([house.settings]));
  const world = await tenantsOf(await testWeb({ OIDC_FILE, PUBLIC_URL }));
  const { db, person } = world;
  for (const name of names) {
    const subject = `sub-${name}`;
    const linked = { user_id: person(name).id, issuer: house.settings.issuer, subject };
    await db.insert(userIdentities).values({ ...linked, created_at: new Date() });
    house.people.set(subject, { email: `${name}@house.example`, email_verified: true });
  }
  const ids = names.map((name) => person(name).id);
  const groups = db.select({ id: users.user_group_id }).from(users).where(inArray(users.id, ids));
  const offers = { register_code, two_factor: 'offered' };
  await db.update(userGroups).set(offers).where(inArray(userGroups.id, groups));
  return {
    house,
    world,
    stop: async (): Promise<void> => {
      await house.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
