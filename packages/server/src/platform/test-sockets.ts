import type { Socket } from 'node:net';

/**
 * Resolves when a connection is closed. A server that closes one without reading everything resets it, and on a busy
 * machine the client notices the reset before the end; `once` of `node:events` would then throw.
 */
export async function connectionClosed(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => void socket.once('close', () => resolve()));
}
