/**
 * Lets a server leave a group behind a load balancer without a failed request. From the first moment of a stop `/readyz`
 * reports `stopping`, and for a while the server still answers everything, each response on a connection that ends with
 * it. Meanwhile the balancer notices and sends new requests to the other servers.
 */
import type { FastifyInstance } from 'fastify';

/** Returns the function that begins to drain the server. Must be called before the server listens. */
export function drainable(app: FastifyInstance): () => void {
  let isDraining = false;
  app.addHook('onRequest', (_request, reply, done) => {
    // A balancer that kept the connection could send its next request just when the server closes it.
    if (isDraining) reply.header('connection', 'close');
    done();
  });
  return () => {
    isDraining = true;
  };
}
