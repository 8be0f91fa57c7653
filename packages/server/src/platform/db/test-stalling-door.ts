/** Lets a test stall the connections to its database. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { Connection } from '../postgres/roles.ts';

/**
 * Creates a proxy to the database that can stall: it accepts bytes and passes none on. `connections` counts the
 * connections made through it.
 */
export async function stallingDoor({ host, user, password, database }: Connection) {
  const state = { still: false, connections: 0 };
  const ends: Socket[] = [];
  const door = createServer((client) => {
    const inside = connect(path.join(host, '.s.PGSQL.5432'));
    state.connections += 1;
    ends.push(client, inside);
    for (const [from, to] of [
      [client, inside],
      [inside, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (bytes) => {
        if (!state.still) to.write(bytes);
      });
    }
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address();
  const close = (): void => {
    door.close();
    for (const end of ends) end.destroy();
  };
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `postgres://${user}:${password}@127.0.0.1:${String(port)}/${database}`, state, close };
}
