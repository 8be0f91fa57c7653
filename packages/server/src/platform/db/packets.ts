/** Reaches the socket of a connection, to send several statements at once or to end it. */
import { Duplex } from 'node:stream';
import type { ClientBase, PoolClient } from 'pg';

export function streamOf(client: ClientBase): Duplex | null {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : null;
  return stream instanceof Duplex ? stream : null;
}

/** Sends what `work` writes to the connection in one packet: the database would wake for each of several. */
export function inOnePacket<Result>(client: PoolClient, work: () => Result): Result {
  const stream = streamOf(client);
  stream?.cork();
  try {
    return work();
  } finally {
    stream?.uncork();
  }
}
