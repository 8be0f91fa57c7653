/** Handles the routes of API keys and of programs that sign in by SMART backend services. */
import type { apiKeyRoutes } from '@rhythmdesk/contract/api-keys';
import type { smartClientRoutes } from '@rhythmdesk/contract/smart-clients';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './api-keys.ts';
import { changeKeys, createClient, listClients, revokeClient } from './smart-clients.ts';
import type { TokenDependencies } from './smart-tokens.ts';

type Dependencies = { readonly db: Db; readonly clock: Clock };

export function apiKeyHandlers({ db, clock }: Dependencies): Handlers<typeof apiKeyRoutes> {
  return {
    apiKeys: ({ caller, input }) => listKeys(db, caller, input.id, clock.now()),
    createApiKey: ({ caller, input }) => createKey(db, input, { caller, now: clock.now() }),
    rotateApiKey: ({ caller, input }) => rotateKey(db, input, { caller, now: clock.now() }),
    revokeApiKey: ({ caller, input }) => revokeKey(db, input, { caller, now: clock.now() }),
  };
}

export function smartClientHandlers({
  db,
  clock,
  token_endpoint,
}: Omit<TokenDependencies, 'log'>): Handlers<typeof smartClientRoutes> {
  return {
    smartClients: ({ caller, input }) => listClients(db, caller, input.id, token_endpoint),
    createSmartClient: ({ caller, input }) => createClient(db, input, { caller, now: clock.now() }),
    changeSmartClientKeys: ({ caller, input }) => changeKeys(db, input, { caller, now: clock.now() }),
    revokeSmartClient: ({ caller, input }) => revokeClient(db, input, { caller, now: clock.now() }),
  };
}
