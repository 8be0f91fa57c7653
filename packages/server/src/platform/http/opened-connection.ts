/** Names the event with which a server reports a connection on which HTTP can be read. */
import type { Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';

/** With TLS that is the decrypted connection, once its handshake has ended. */
export const openedConnection = (server: Server): 'connection' | 'secureConnection' =>
  server instanceof HttpsServer ? 'secureConnection' : 'connection';
