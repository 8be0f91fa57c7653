/** Sends each message to the service of its token. Without a Firebase project, Firebase tokens are treated as dead. */
import type { PushPort } from './push-port.ts';
import { readPushToken } from './push-token.ts';

export function pushPorts(web: PushPort, firebase: PushPort | null): PushPort {
  return {
    send: async (push_token, message, now) => {
      const { kind } = readPushToken(push_token);
      if (kind === 'web') return web.send(push_token, message, now);
      if (kind === 'firebase' && firebase !== null) return firebase.send(push_token, message, now);
      return { kind: 'dead' };
    },
  };
}
