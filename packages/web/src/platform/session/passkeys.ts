/**
 * The browser's side of passkeys: asks for a key to be made or to answer. The library that turns JSON into the browser's
 * objects is fetched with the first question. Null where the user thinks better of it or has no such key at hand.
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

/** Browsers offer passkeys on encrypted pages and on the machine's own, and to hosts with a name alone. */
export const hasPasskeys = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !isAddress(window.location.hostname);

/** Said no, or had no time; the last where the page is not of the host that the keys belong to. */
const declined = new Set(['NotAllowedError', 'AbortError', 'SecurityError']);

async function orNull<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && declined.has(error.name)) return null;
    throw error;
  }
}

/** The key is on this device already. */
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

/** The signed-in user's own passkey, in place of the password. */
export async function provePasskey(): Promise<PasskeyProof | null> {
  const { ticket, options } = await api.call('checkOptions', {});
  const answer = await answerPasskey(options);
  return answer === null ? null : { ticket, answer };
}
