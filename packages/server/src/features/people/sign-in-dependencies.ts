/** Describes the dependencies that `app` injects into the sign-in feature. */
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';
import type { ThrottleLimits } from './counted-attempts.ts';
import type { PasswordHashes } from './password-hashes.ts';
import type { Providers } from './providers/providers.ts';
import type { RelyingParty } from './relying-party.ts';
import type { SessionLimits } from './sessions.ts';

export type SignInDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly hashes: PasswordHashes;
  readonly sealer: Sealer;
  readonly relyingParty: RelyingParty;
  readonly providers: Providers;
  readonly throttle: ThrottleLimits;
  /** `per_user` is the maximum number of sessions of one user. */
  readonly session: SessionLimits & { readonly per_user: number };
};
