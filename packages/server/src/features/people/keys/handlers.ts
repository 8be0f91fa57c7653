/** Handles the routes of API keys. */
import type { apiKeyRoutes } from '@rhythmdesk/contract/api-keys';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './api-keys.ts';

type Dependencies = { readonly db: Db; readonly clock: Clock };

export function apiKeyHandlers({ db, clock }: Dependencies): Handlers<typeof apiKeyRoutes> {
  return {
    apiKeys: ({ caller, input }) => listKeys(db, caller, input.id, clock.now()),
    createApiKey: ({ caller, input }) => createKey(db, input, { caller, now: clock.now() }),
    rotateApiKey: ({ caller, input }) => rotateKey(db, input, { caller, now: clock.now() }),
    revokeApiKey: ({ caller, input }) => revokeKey(db, input, { caller, now: clock.now() }),
  };
}
