/** Closes connections that have never sent a byte whenever idle ones are closed: Node counts them as busy. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers open connections ahead. Without this, a stop would wait for them until its time limit. */
export function closeSilentAsIdle(server: Server): void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    closeIdle();
  };
}
