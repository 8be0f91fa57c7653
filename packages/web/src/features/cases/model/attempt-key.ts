/**
 * Makes idempotency keys: one for each attempt.
 *
 * An attempt without a response may have been carried out, so the same content sent again keeps its key and the server
 * returns the first response. Other content, or the same after a response, is a new attempt.
 */
export type AttemptKeys = {
  keyFor(body: object): string;
  /** The server answered, with success or failure: the next call is a new attempt. */
  answered(): void;
};

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export function makeAttemptKeys(makeKey: () => string = randomKey): AttemptKeys {
  let pending: { body: string; key: string } | undefined;
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      if (pending?.body !== text) pending = { body: text, key: makeKey() };
      return pending.key;
    },
    answered() {
      pending = undefined;
    },
  };
}
