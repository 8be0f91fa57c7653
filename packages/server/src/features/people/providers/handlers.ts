/**
 * Handles the routes for signing in by a provider, linking a provider to an account, and proving one's identity there
 * again.
 */
import type { ProviderAnswer, providerRoutes } from '@rhythmdesk/contract/providers';
import type { LoginAnswer } from '@rhythmdesk/contract/auth';
import { noteFurtherAct, unaudited } from '../../../platform/audit/audited-call.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { afterFirstStep, knownUser, type From } from '../begin-session.ts';
import { countedAsk, networkOf } from '../counted-attempts.ts';
import { requireProof } from '../current-password.ts';
import { lockOwn } from '../factor-handlers.ts';
import type { PeopleDependencies } from '../handlers.ts';
import { countAttempt } from '../login-throttle.ts';
import { notifyFactorsChanged } from '../notify-changes.ts';
import { hasPassword, requireWayIn } from '../ways-in.ts';
import { countPasskeys } from '../passkeys.ts';
import {
  deleteIdentity,
  findIdentity,
  linkIdentity,
  listIdentities,
  noteUse,
  servedOf,
} from './identities.ts';
import { knownAccount, newAccount } from './provider-account.ts';
import type { Provider } from './provider-client.ts';
import { askProvider, makeProof, takeAnswerOf } from './provider-tickets.ts';
import { providerOf } from './provider-standing.ts';
import { serves } from './providers.ts';

const ok = { ok: true } as const;

/** Sign-ins that one address may begin in a quarter of an hour. Each is stored as a row for some minutes. */
const asks = { delay_after: 599, lock_after: 600, lock_minutes: 15 };

/** How far the provider's clock may be behind. */
const skewMs = 60_000;

const viewOf = ({ settings: { provider, name } }: Provider) => ({ provider, name });

function named({ providers }: PeopleDependencies, key: string): Provider {
  const provider = providers.named(key);
  if (provider === null) throw new Refusal('object/not-found');
  return provider;
}

async function signIn(
  dependencies: PeopleDependencies,
  answer: ProviderAnswer,
  from: From,
): Promise<LoginAnswer> {
  const { db, clock } = dependencies;
  const { provider, claims } = await takeAnswerOf(dependencies, 'sign-in', answer, null);
  const now = clock.now();
  const id =
    (await unaudited(() => transact(db, (tx) => knownAccount(tx, provider, claims, now)))) ??
    (await transact(db, (tx) => newAccount(tx, provider, claims, now)));
  const known = await knownUser(db, id);
  noteFurtherAct('session.begin', `provider ${provider.settings.provider}`);
  return afterFirstStep(dependencies, known, from, claims.mfa);
}

async function readIdentities({ db, providers }: PeopleDependencies, { id }: Caller) {
  const rows = await listIdentities(db, id);
  const served = await servedOf(db, id);
  const linked = new Set(rows.map(({ issuer }) => issuer));
  const removable = rows.length > 1 || (await hasPassword(db, id)) || (await countPasskeys(db, id)) > 0;
  return {
    items: rows.map(({ identity_id, issuer, email, created_at, last_used_at }) => ({
      ...{ identity_id, email, removable },
      name: providers.ofIssuer(issuer)?.settings.name ?? new URL(issuer).host,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    providers: providers
      .serving(served)
      .filter(({ settings }) => !linked.has(settings.issuer))
      .map((provider) => viewOf(provider)),
  };
}

async function add(dependencies: PeopleDependencies, caller: Caller, answer: ProviderAnswer) {
  const { db, clock } = dependencies;
  const { claims } = await takeAnswerOf(dependencies, 'link', answer, caller);
  await transact(db, async (tx) => {
    const now = clock.now();
    await lockOwn(tx, caller);
    await linkIdentity(tx, caller.id, claims, now);
    await notifyFactorsChanged(tx, caller.id, now);
  });
  return ok;
}

/**
 * Checks that the person signed in at the provider is the caller, and that they signed in there after the server asked.
 */
async function prove(dependencies: PeopleDependencies, caller: Caller, answer: ProviderAnswer) {
  const { db, clock } = dependencies;
  const { claims, asked_at_ms } = await takeAnswerOf(dependencies, 'proof', answer, caller);
  const isFresh = claims.auth_time_ms !== null && claims.auth_time_ms >= asked_at_ms - skewMs;
  const isOwn = await transact(db, async (tx) => {
    const known = await findIdentity(tx, claims);
    if (known === null || known.user_id !== caller.id) return false;
    await noteUse(tx, claims, clock.now());
    return true;
  });
  if (!isFresh || !isOwn) throw new Refusal('auth/provider-refused');
  return { ticket: await makeProof(dependencies, caller) };
}

type Open = Pick<
  Handlers<typeof providerRoutes>,
  'signInProviders' | 'beginProviderSignIn' | 'providerSignIn'
>;

function openHandlers(dependencies: PeopleDependencies): Open {
  const { db, clock, providers } = dependencies;
  return {
    signInProviders: ({ input }) => {
      const namedProvider = input.provider === undefined ? null : providers.named(input.provider);
      const shown = namedProvider === null || providers.listed.includes(namedProvider) ? [] : [namedProvider];
      return Promise.resolve({ items: [...shown, ...providers.listed].map((each) => viewOf(each)) });
    },
    beginProviderSignIn: async ({ input, ip }) => {
      await countAttempt(db, [countedAsk('provider question', networkOf(ip), asks)], clock.now());
      return askProvider(dependencies, named(dependencies, input.provider), 'sign-in', null);
    },
    providerSignIn: ({ input, ip, user_agent }) => signIn(dependencies, input, { ip, user_agent }),
  };
}

export function providerHandlers(dependencies: PeopleDependencies): Handlers<typeof providerRoutes> {
  const { db, clock, providers } = dependencies;
  return {
    ...openHandlers(dependencies),
    identities: ({ caller }) => readIdentities(dependencies, caller),
    beginIdentity: async ({ caller, input }) => {
      const provider = named(dependencies, input.provider);
      if (!serves(provider, await servedOf(db, caller.id))) throw new Refusal('object/not-found');
      await requireProof(dependencies, caller, input);
      return askProvider(dependencies, provider, 'link', caller);
    },
    addIdentity: ({ caller, input }) => add(dependencies, caller, input),
    removeIdentity: async ({ caller, input }) => {
      await requireProof(dependencies, caller, input);
      await transact(db, async (tx) => {
        await lockOwn(tx, caller);
        await deleteIdentity(tx, caller.id, input.identity_id);
        await requireWayIn(tx, caller.id);
        await notifyFactorsChanged(tx, caller.id, clock.now());
      });
      return ok;
    },
    beginProviderProof: async ({ caller }) => {
      const provider = await providerOf(db, providers, caller.id);
      if (provider === null) throw new Refusal('object/not-found');
      return askProvider(dependencies, provider, 'proof', caller);
    },
    proveByProvider: ({ caller, input }) => prove(dependencies, caller, input),
  };
}
