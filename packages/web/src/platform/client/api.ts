/**
 * Provides the page's single API client. The client and the route table (with every schema) are loaded with the first
 * call, so that the sign-in page is small; `preloadClient` loads them while the user types.
 */
import { currentToken } from '../session/session-state.ts';
import { endSession } from '../session/sign-out.ts';
import { currentLanguage } from '../texts/texts.ts';
import { asNetworkFault } from './api-error.ts';
import type { Client } from './client.ts';
import { answeredHere } from './local-answers.ts';
import { browserAddress } from '../address/base-path.ts';

async function makeIt(): Promise<Client> {
  const [{ makeClient }, { routes }] = await Promise.all([
    import('./client.ts'),
    import('@rhythmdesk/contract/routes'),
  ]);
  return makeClient({
    fetch: (input, init) =>
      answeredHere(input, init) ?? fetch(typeof input === 'string' ? browserAddress(input) : input, init),
    routes,
    token: currentToken,
    language: currentLanguage,
    sessionEnded: (token) => {
      if (token !== undefined && token === currentToken()) endSession('expired');
    },
  });
}

let made: Promise<Client> | undefined;

function client(): Promise<Client> {
  made ??= makeIt().catch((error: unknown) => {
    made = undefined;
    // Without a network the module cannot be fetched, and the call fails like every other one.
    throw asNetworkFault(error);
  });
  return made;
}

export function preloadClient(): void {
  client().catch(() => undefined);
}

export const api: Client = {
  call: async (name, input, options) => (await client()).call(name, input, options),
  download: async (name, input, options) => (await client()).download(name, input, options),
  send: async (name, input, file, options) => (await client()).send(name, input, file, options),
};
