/** Closes connections that have never sent a byte whenever idle ones are closed: Node counts them as busy. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { openedConnection } from './opened-connection.ts';

const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
  `${remoteAddress} ${String(remotePort)}`;

/** Returns the connections of an HTTPS server whose handshake has not ended, as they are at each call. */
function unfinishedHandshakes(server: Server): () => Iterable<Socket> {
  const unfinished = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    unfinished.set(peer, socket);
    socket.once('close', () => unfinished.delete(peer));
  });
  server.on('secureConnection', (socket: Socket) => unfinished.delete(peerOf(socket)));
  return () => unfinished.values();
}

/** Browsers open connections ahead. Without this, a stop would wait for them until its time limit. */
export function closeSilentAsIdle(server: Server): void {
  const open = new Set<Socket>();
  server.on(openedConnection(server), (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const unfinished =
    openedConnection(server) === 'secureConnection' ? unfinishedHandshakes(server) : () => [];
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    for (const socket of unfinished()) socket.destroy();
    closeIdle();
  };
}
