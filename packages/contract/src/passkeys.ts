/**
 * Defines the routes for passkeys and security keys (WebAuthn, level 3): the options for a browser and its response, as
 * JSON with the shape and names of the standard.
 */
import { z } from 'zod';
import { done, rowId, text } from './fields.ts';
import { defineRoutes, type OutputOf } from './route.ts';

/** 256 bits, base64url. */
export const ticket = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
const bytes = (most: number) => base64url.max(Math.ceil((most * 4) / 3));
const publicKey = z.literal('public-key');
export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const descriptor = z.object({ id: base64url, type: publicKey, transports: z.array(z.enum(transports)) });
const verification = z.enum(['required', 'preferred', 'discouraged']);

const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: base64url, name: z.string(), displayName: z.string() }),
  challenge: base64url,
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: publicKey })),
  timeout: z.number().int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: verification, userVerification: verification }),
  attestation: z.literal('none'),
});

const requestOptions = z.object({
  rpId: z.string(),
  challenge: base64url,
  timeout: z.number().int(),
  allowCredentials: z.array(descriptor),
  userVerification: verification,
});
export type PasskeyRequest = z.output<typeof requestOptions>;

/** Fields that a browser sends beyond these are ignored. */
const answerFields = {
  id: bytes(1023),
  rawId: bytes(1023),
  type: publicKey,
  clientExtensionResults: z.object({}),
};

const newPasskey = z.object({
  ...answerFields,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;

export const passkeyAnswer = z.object({
  ...answerFields,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(4096),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** Used instead of the own password before an action that cannot be undone. */
const passkeyProof = z.strictObject({ ticket, answer: passkeyAnswer });
export type PasskeyProof = z.output<typeof passkeyProof>;

/** Used instead of the own password: a passkey, or the result of `proveByProvider`. */
export const proofFields = { passkey: passkeyProof.optional(), provider_proof: ticket.optional() };

/** Required before a change of a sign-in method. */
export const provedAgain = { current_password: z.string().max(256).optional(), ...proofFields };

const passkeyChallenge = z.object({ ticket: z.string(), options: requestOptions });
const name = text(60);

export const passkeyRoutes = defineRoutes({
  passkeyOptions: {
    method: 'POST',
    path: 'auth/passkey-options',
    allow: 'anyone',
    audit: 'none',
    summary:
      'Returns the options for the browser’s passkey dialog. With `ticket: null` any passkey of the installation, to sign in with it alone; with the ticket of a second step those of its user.',
    input: z.strictObject({ ticket: ticket.nullable() }),
    output: passkeyChallenge,
  },
  checkOptions: {
    method: 'POST',
    path: 'user/passkeys/check',
    allow: 'self',
    audit: 'none',
    summary:
      'Returns the options to ask for the caller’s passkey in place of the password, before an action that cannot be undone.',
    input: z.strictObject({}),
    output: passkeyChallenge,
  },
  beginPasskey: {
    method: 'POST',
    path: 'user/passkeys/options',
    allow: 'self',
    audit: 'two-factor.change',
    summary: 'Begins to add a passkey or security key.',
    input: z.strictObject(provedAgain),
    output: z.object({ ticket: z.string(), options: creationOptions }),
  },
  addPasskey: {
    method: 'POST',
    path: 'user/passkeys',
    allow: 'self',
    audit: 'two-factor.change',
    summary:
      'Adds the passkey that the browser made. With the first factor returns ten recovery codes, shown only once.',
    input: z.strictObject({ ticket, name, answer: newPasskey }),
    output: z.object({ recovery_codes: z.array(z.string()).nullable() }),
  },
  renamePasskey: {
    method: 'PUT',
    path: 'user/passkeys/:passkey_id',
    allow: 'self',
    audit: 'two-factor.change',
    summary: 'Names one of the caller’s passkeys.',
    input: z.strictObject({ passkey_id: rowId, name }),
    output: done,
  },
  removePasskey: {
    method: 'DELETE',
    path: 'user/passkeys/:passkey_id',
    allow: 'self',
    audit: 'two-factor.change',
    summary: 'Removes one of the caller’s passkeys.',
    input: z.strictObject({ passkey_id: rowId, ...provedAgain }),
    output: done,
  },
});

export type PasskeyCreation = OutputOf<typeof passkeyRoutes.beginPasskey>['options'];
