/**
 * Runs the reverse proxy of a hospital: the product is under a path of the host, another product at its root. The proxy
 * passes the path on, or removes it.
 */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';

export type PathProxy = {
  readonly origin: string;
  /** Decides whether later requests reach the product without the path. */
  removesPath: boolean;
  /** The addresses that the other product was asked for. */
  readonly elsewhere: string[];
  readonly stop: () => Promise<void>;
};

function pass(from: IncomingMessage, to: ServerResponse, port: number, path: string): void {
  const { method, headers } = from;
  const passed = ask({ host: '127.0.0.1', port, method, headers, path }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  passed.on('error', () => to.destroy());
  to.on('close', () => passed.destroy());
  from.pipe(passed);
}

/** `port` is the one of the product. */
export async function startPathProxy(path: string, port: number): Promise<PathProxy> {
  const elsewhere: string[] = [];
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    if (url.startsWith(`${path}/`)) {
      pass(request, response, port, proxy.removesPath ? url.slice(path.length) : url);
      return;
    }
    elsewhere.push(url);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Another product</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const proxy: PathProxy = {
    ...{ origin: `http://127.0.0.1:${String(ownPort)}`, elsewhere, stop },
    removesPath: false,
  };
  return proxy;
}
