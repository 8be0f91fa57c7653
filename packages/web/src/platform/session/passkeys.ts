/**
 * Creates a passkey in this browser, or signs with one. The library that converts JSON to the browser's objects is
 * loaded on first use. The functions return null if the user cancels or has no passkey here.
 */
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
} from '@rhythmdesk/contract/passkeys';
import { api } from '../client/api.ts';

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);

/** Browsers offer passkeys only on encrypted pages and on localhost, and only for hosts with a name. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !isAddress(window.location.hostname);

/**
 * The user declined or ran out of time; `SecurityError` occurs if the page is not on the host that the passkeys belong
 * to.
 */
const declined = new Set(['NotAllowedError', 'AbortError', 'SecurityError']);

async function orNull<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && declined.has(error.name)) return null;
    throw error;
  }
}

/** Returns whether this device already has the passkey. */
export const isKnownHere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';

export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await orNull(() => startRegistration({ optionsJSON: options }));
  if (made === null) return null;
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  const { id, rawId, type } = made;
  return {
    id,
    rawId,
    type,
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports },
  };
}

export async function answerPasskey(options: PasskeyRequest): Promise<PasskeyAnswer | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const given = await orNull(() => startAuthentication({ optionsJSON: options }));
  if (given === null) return null;
  const { clientDataJSON, authenticatorData, signature } = given.response;
  const { id, rawId, type } = given;
  return {
    id,
    rawId,
    type,
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature },
  };
}

/** Verifies the signed-in user by their passkey instead of the password. */
export async function provePasskey(): Promise<PasskeyProof | null> {
  const { ticket, options } = await api.call('checkOptions', {});
  const answer = await answerPasskey(options);
  return answer === null ? null : { ticket, answer };
}
