/**
 * Registers and checks passkeys and security keys. @simplewebauthn/server verifies challenges and answers: signature,
 * origin, relying party, type, flags, and the counter, which must not decrease if the key has one.
 *
 * Invariants: a challenge is issued once, answered once and only within minutes; an answer counts only for the owner of
 * the key, and in a sign-in of a known user only for that user; a key that signs somebody in alone must have verified
 * its user (PIN, fingerprint, face).
 */
import {
  transports as knownTransports,
  type NewPasskey,
  type PasskeyAnswer,
} from '@rhythmdesk/contract/passkeys';
import { secondFactorLimits } from '@rhythmdesk/domain/people/second-factor';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { passkeys } from '../../platform/db/schema/sign-in-factors.ts';
import { violatedConstraint } from '../../platform/db/transact.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';
import type { RelyingParty } from './relying-party.ts';

const timeoutMs = secondFactorLimits.ticket_minutes * 60_000;
const rpName = 'Rhythmdesk';
/** EdDSA, ES256 and RS256 (COSE), which all keys and browsers support. */
const supportedAlgorithmIDs = [-8, -7, -257];

type Transport = (typeof knownTransports)[number];
const transportsOf = (given: readonly string[]): Transport[] =>
  knownTransports.filter((transport) => given.includes(transport));

export async function listPasskeys(db: Queryable, user_id: number) {
  return db.select().from(passkeys).where(eq(passkeys.user_id, user_id)).orderBy(asc(passkeys.passkey_id));
}
type Row = Awaited<ReturnType<typeof listPasskeys>>[number];

const descriptorOf = ({ credential_id, transports }: Row) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports: transportsOf(transports),
});

export function countPasskeys(db: Queryable, user_id: number): Promise<number> {
  return db.$count(passkeys, eq(passkeys.user_id, user_id));
}

type Owner = { readonly id: number; readonly user_id: string; readonly name: string };
type PasskeyOptions = { readonly sealer: Sealer; readonly relyingParty: RelyingParty };

/** Returns the options with which a browser creates a key. The user handle reveals nothing about the user. */
export async function creationOptions(db: Queryable, { sealer, relyingParty }: PasskeyOptions, owner: Owner) {
  const existing = await listPasskeys(db, owner.id);
  if (existing.length >= secondFactorLimits.passkeys) throw new Refusal('auth/passkeys-full');
  const { rp, user, challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName,
    supportedAlgorithmIDs,
    rpID: relyingParty.id,
    userID: new Uint8Array(sealer.digest('passkey user', String(owner.id))),
    userName: owner.user_id,
    userDisplayName: owner.name,
  });
  return {
    rp: { id: rp.id ?? relyingParty.id, name: rp.name },
    user,
    challenge,
    pubKeyCredParams,
    timeout: timeoutMs,
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'preferred' as const },
    attestation: 'none' as const,
  };
}

/**
 * Returns the options with which a browser uses a key. `owner` is the user whose keys are accepted; null accepts any
 * key of the installation, which then has to verify its user.
 */
export async function requestOptions(db: Queryable, { id: rpID }: RelyingParty, owner: number | null) {
  const userVerification = owner === null ? ('required' as const) : ('preferred' as const);
  const { challenge } = await generateAuthenticationOptions({ rpID, userVerification });
  const rows = owner === null ? [] : await listPasskeys(db, owner);
  if (owner !== null && rows.length === 0) throw new Refusal('auth/passkey-refused');
  return {
    rpId: rpID,
    challenge,
    timeout: timeoutMs,
    allowCredentials: rows.map(descriptorOf),
    userVerification,
  };
}

const clientData = z.object({ origin: z.string() });

/** Returns the origin that the browser named, as a list of allowed origins. */
function originsOf(relyingParty: RelyingParty, clientDataJSON: string): string[] {
  try {
    const named: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return relyingParty.originsFor(clientData.parse(named).origin);
  } catch {
    return [];
  }
}

/** The library throws for every answer that does not match its challenge. */
async function judged<Result extends { verified: boolean }>(judge: () => Promise<Result>): Promise<Result> {
  const result = await judge().catch(() => null);
  if (result?.verified !== true) throw new Refusal('auth/passkey-refused');
  return result;
}

type PasskeyRegistration = { readonly owner: number; readonly name: string; readonly challenge: string };

export async function addPasskey(
  tx: Tx,
  { relyingParty }: PasskeyOptions,
  { owner, name, challenge }: PasskeyRegistration,
  answer: NewPasskey,
  now: Date,
): Promise<void> {
  const { registrationInfo } = await judged(() =>
    verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: originsOf(relyingParty, answer.response.clientDataJSON),
      expectedRPID: relyingParty.id,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    }),
  );
  if (registrationInfo === undefined) throw new Refusal('auth/passkey-refused');
  const { credential, credentialBackedUp: backed_up } = registrationInfo;
  const row = {
    user_id: owner,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transportsOf(answer.response.transports),
    ...{ name, backed_up, created_at: now },
  };
  try {
    await tx.insert(passkeys).values(row);
  } catch (fault) {
    if (violatedConstraint(fault) === 'passkeys_credential') throw new Refusal('auth/passkey-known');
    throw fault;
  }
}

type ExpectedAnswer = {
  readonly challenge: string;
  /** The user who must own the key; null accepts any user. */
  readonly owner: number | null;
  readonly userVerified: boolean;
};

/**
 * Returns the owner of the key that answered the challenge and stores the key's new counter; otherwise throws the
 * refusal.
 */
export async function takeAnswer(
  tx: Tx,
  relyingParty: RelyingParty,
  { challenge, owner, userVerified }: ExpectedAnswer,
  answer: PasskeyAnswer,
  now: Date,
): Promise<number> {
  const [row] = await tx.select().from(passkeys).where(eq(passkeys.credential_id, answer.id)).for('update');
  if (row === undefined || (owner !== null && row.user_id !== owner))
    throw new Refusal('auth/passkey-refused');
  const { authenticationInfo } = await judged(() =>
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: originsOf(relyingParty, answer.response.clientDataJSON),
      expectedRPID: relyingParty.id,
      credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
      requireUserVerification: userVerified,
    }),
  );
  await tx
    .update(passkeys)
    .set({
      counter: authenticationInfo.newCounter,
      backed_up: authenticationInfo.credentialBackedUp,
      last_used_at: now,
    })
    .where(eq(passkeys.passkey_id, row.passkey_id));
  return row.user_id;
}

const ownOne = (user_id: number, passkey_id: number) =>
  and(eq(passkeys.passkey_id, passkey_id), eq(passkeys.user_id, user_id));

export async function renamePasskey(
  tx: Tx,
  user_id: number,
  passkey_id: number,
  name: string,
): Promise<void> {
  const done = await tx
    .update(passkeys)
    .set({ name })
    .where(ownOne(user_id, passkey_id))
    .returning({ passkey_id: passkeys.passkey_id });
  if (done.length === 0) throw new Refusal('object/not-found');
}

export async function deletePasskey(tx: Tx, user_id: number, passkey_id: number): Promise<void> {
  const done = await tx
    .delete(passkeys)
    .where(ownOne(user_id, passkey_id))
    .returning({ passkey_id: passkeys.passkey_id });
  if (done.length === 0) throw new Refusal('object/not-found');
}

export async function deletePasskeysOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.user_id, user_id));
}
