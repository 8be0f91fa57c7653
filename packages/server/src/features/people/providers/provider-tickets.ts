/**
 * Stores requests to a provider until the browser returns. State, nonce and the PKCE verifier stay on the server. The
 * browser has only the ticket, in the tab that began, so an answer that was started elsewhere finds no ticket. A ticket
 * is used up before the provider is contacted: an answer counts once, right or wrong.
 */
import type { ProviderAnswer } from '@rhythmdesk/contract/providers';
import { z } from 'zod';
import { noteAudit, unaudited } from '../../../platform/audit/audited-call.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { SignInDependencies } from '../sign-in-dependencies.ts';
import { makeTicket, useTicket } from '../sign-in-tickets.ts';
import type { Provider } from './provider-client.ts';

/** Leaves time to fetch the second factor. */
const minutes = 15;

const requestShape = z.object({
  kind: z.enum(['sign-in', 'link', 'proof']),
  provider: z.string(),
  question: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  asked_at_ms: z.number(),
  session: z.string().nullable(),
});
type Kind = z.output<typeof requestShape>['kind'];

const sessionOf = (caller: Caller | null): string | null =>
  caller === null ? null : caller.session.token_hash.toString('hex');

export async function askProvider(
  { db, clock }: SignInDependencies,
  provider: Provider,
  kind: Kind,
  caller: Caller | null,
) {
  const now = clock.now();
  const { url, authorizationRequest: authorization } = await provider.begin(kind === 'proof', now);
  const details: z.output<typeof requestShape> = {
    kind,
    provider: provider.settings.provider,
    question: authorization,
    asked_at_ms: now.getTime(),
    session: sessionOf(caller),
  };
  const made = { purpose: 'provider', user_id: caller?.id ?? null, details, minutes } as const;
  const { ticket } = await makeTicket(db, made, now);
  return { ticket, url };
}

/** Returns the provider's claims for a request of this kind in this session. */
export async function takeAnswerOf(
  { db, clock, providers }: SignInDependencies,
  kind: Kind,
  { ticket, ...returned }: ProviderAnswer,
  caller: Caller | null,
) {
  const now = clock.now();
  const used = await unaudited(() =>
    transact(db, (tx) => useTicket(tx, 'provider', ticket, now, caller?.id)),
  );
  const details = requestShape.safeParse(used.details);
  if (!details.success || details.data.kind !== kind || details.data.session !== sessionOf(caller)) {
    throw new Refusal('auth/second-step-gone');
  }
  const provider = providers.named(details.data.provider);
  if (provider === null) throw new Refusal('auth/second-step-gone');
  noteAudit({ target: `provider ${provider.settings.provider}` });
  const claims = await provider.finish(details.data.question, returned, now);
  return { provider, claims, asked_at_ms: details.data.asked_at_ms };
}

const proved = z.object({ kind: z.literal('proved'), session: z.string() });

/** Creates a proof that this session may use once in place of the password. */
export async function makeProof({ db, clock }: SignInDependencies, caller: Caller): Promise<string> {
  const details = { kind: 'proved', session: sessionOf(caller) };
  const { ticket } = await makeTicket(db, { purpose: 'provider', user_id: caller.id, details }, clock.now());
  return ticket;
}

export function makeCheckProviderProof({ db, clock }: SignInDependencies) {
  return async (caller: Caller, ticket: string): Promise<void> => {
    const { details } = await unaudited(() =>
      transact(db, (tx) => useTicket(tx, 'provider', ticket, clock.now(), caller.id)),
    );
    const read = proved.safeParse(details);
    if (read.success && read.data.session === sessionOf(caller)) return;
    throw new Refusal('auth/second-step-gone');
  };
}
