/**
 * Handles the routes of passkeys: challenges for the browser, adding, renaming and removing passkeys, and using a
 * passkey in place of the password.
 */
import type { passkeyRoutes } from '@rhythmdesk/contract/passkeys';
import { z } from 'zod';
import { unaudited } from '../../platform/audit/audited-call.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller, CheckPasskey } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { countedAsk, networkOf } from './counted-attempts.ts';
import { requireProof, type ProvedAgain } from './current-password.ts';
import { afterRemoval, concludeEnrolment, lockOwn, requireOffered } from './factor-handlers.ts';
import type { PeopleDependencies } from './handlers.ts';
import { countAttempt } from './login-throttle.ts';
import {
  addPasskey,
  creationOptions,
  deletePasskey,
  renamePasskey,
  requestOptions,
  takeAnswer,
} from './passkeys.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { keepInTicket, makeTicket, readTicket, useTicket } from './sign-in-tickets.ts';

const ok = { ok: true } as const;
const challengeShape = z.object({ challenge: z.string() });

/** Challenges per address in a quarter of an hour. Each challenge is stored as a row for some minutes. */
const asks = { delay_after: 599, lock_after: 600, lock_minutes: 15 };

/** Creates a challenge for the second step of a known user or for a sign-in with a passkey alone. */
async function askForSignIn(dependencies: PeopleDependencies, ticket: string | null, ip: string) {
  const { db, clock, relyingParty } = dependencies;
  const now = clock.now();
  await countAttempt(db, [countedAsk('passkey question', networkOf(ip), asks)], now);
  return transact(db, async (tx) => {
    if (ticket === null) {
      const options = await requestOptions(tx, relyingParty, null);
      const { challenge } = options;
      const made = await makeTicket(
        tx,
        { purpose: 'passkey-sign-in', user_id: null, details: { challenge } },
        now,
      );
      return { ticket: made.ticket, options };
    }
    const { user_id } = await readTicket(tx, 'second-step', ticket, now);
    const options = await requestOptions(tx, relyingParty, user_id ?? 0);
    await keepInTicket(tx, ticket, { challenge: options.challenge });
    return { ticket, options };
  });
}

/**
 * Checks that the answer comes from a passkey of the caller and belongs to a recent challenge; otherwise throws the
 * refusal. With `userVerified`, the passkey must have verified its user too.
 */
export function makeCheckPasskey(
  { db, clock, relyingParty }: SignInDependencies,
  { userVerified }: { readonly userVerified: boolean },
): CheckPasskey {
  return (caller, { ticket, answer }) =>
    unaudited(() =>
      transact(db, async (tx) => {
        const now = clock.now();
        const { details } = await useTicket(tx, 'passkey-check', ticket, now, caller.id);
        const { challenge } = challengeShape.parse(details);
        await takeAnswer(tx, relyingParty, { challenge, owner: caller.id, userVerified }, answer, now);
      }),
    );
}

type Added = {
  readonly ticket: string;
  readonly name: string;
  readonly answer: Parameters<typeof addPasskey>[3];
};

async function add(dependencies: PeopleDependencies, caller: Caller, { ticket, name, answer }: Added) {
  const { db, clock } = dependencies;
  return transact(db, async (tx) => {
    const now = clock.now();
    await lockOwn(tx, caller);
    const { details } = await useTicket(tx, 'passkey-enrolment', ticket, now, caller.id);
    const { challenge } = challengeShape.parse(details);
    await addPasskey(tx, dependencies, { owner: caller.id, name, challenge }, answer, now);
    return concludeEnrolment(tx, dependencies, caller, now);
  });
}

type Changing = Pick<
  Handlers<typeof passkeyRoutes>,
  'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'
>;

function changingHandlers(dependencies: PeopleDependencies): Changing {
  const { db, clock } = dependencies;
  const again = (caller: Caller, given: ProvedAgain) => requireProof(dependencies, caller, given);
  return {
    beginPasskey: async ({ caller, input }) => {
      await requireOffered(dependencies, caller);
      await again(caller, input);
      return transact(db, async (tx) => {
        const options = await creationOptions(tx, dependencies, caller);
        const details = { challenge: options.challenge };
        const subject = { purpose: 'passkey-enrolment', user_id: caller.id, details } as const;
        const { ticket } = await makeTicket(tx, subject, clock.now());
        return { ticket, options };
      });
    },
    addPasskey: ({ caller, input }) => add(dependencies, caller, input),
    renamePasskey: async ({ caller, input }) => {
      await transact(db, (tx) => renamePasskey(tx, caller.id, input.passkey_id, input.name));
      return ok;
    },
    removePasskey: async ({ caller, input }) => {
      await again(caller, input);
      await transact(db, async (tx) => {
        await lockOwn(tx, caller);
        await deletePasskey(tx, caller.id, input.passkey_id);
        await afterRemoval(tx, caller, clock.now());
      });
      return ok;
    },
  };
}

export function passkeyHandlers(dependencies: PeopleDependencies): Handlers<typeof passkeyRoutes> {
  const { db, clock, relyingParty } = dependencies;
  return {
    passkeyOptions: ({ input, ip }) => askForSignIn(dependencies, input.ticket, ip),
    checkOptions: ({ caller }) =>
      transact(db, async (tx) => {
        const options = await requestOptions(tx, relyingParty, caller.id);
        const details = { challenge: options.challenge };
        const subject = { purpose: 'passkey-check', user_id: caller.id, details } as const;
        const { ticket } = await makeTicket(tx, subject, clock.now());
        return { ticket, options };
      }),
    ...changingHandlers(dependencies),
  };
}
