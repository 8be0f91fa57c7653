/** Finds the provider of a user. */
import type { Queryable } from '../../../platform/db/database.ts';
import { issuersOf, servedOf } from './identities.ts';
import type { Provider } from './provider-client.ts';
import { serves, type Providers } from './providers.ts';

/** Returns the provider by which the user signs in and proves their identity again. */
export async function providerOf(
  db: Queryable,
  providers: Providers,
  user_id: number,
): Promise<Provider | null> {
  const issuers = await issuersOf(db, user_id);
  if (issuers.length === 0) return null;
  const served = await servedOf(db, user_id);
  const usable = issuers
    .map((issuer) => providers.ofIssuer(issuer))
    .find((provider) => provider !== null && serves(provider, served));
  return usable ?? null;
}
