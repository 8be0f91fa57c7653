/** Opens and closes a port beside the server of the pages: that of operations, and that of redirections. */
import type { Server } from 'node:http';

type Place = { readonly host: string; readonly port: number };

export type OpenPort = { readonly port: number; readonly stop: () => Promise<void> };

/** Throws if the port cannot be used; later faults of the server go to `onFault`. `stop` cuts open connections. */
export async function listenOn(
  server: Server,
  { host, port }: Place,
  onFault: (fault: unknown) => void,
): Promise<OpenPort> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => resolve());
  });
  server.removeAllListeners('error').on('error', onFault);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
