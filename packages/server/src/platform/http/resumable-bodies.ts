/**
 * Bodies that their senders resume later, as uploads do. At a stop they are cut at once: what has come is kept, and no
 * slow sender holds a stop up while everybody else is refused.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBody } from './body-pace.ts';

export class ResumableBodies {
  readonly #open = new Set<IncomingMessage>();

  /** Before the routes are bound: every body that goes to an address below `prefix`. */
  watch(app: FastifyInstance, prefix: string): void {
    app.addHook('onRequest', (request, _reply, done) => {
      const { raw, url } = request;
      if (url.startsWith(prefix) && hasBody(raw)) {
        this.#open.add(raw);
        raw.once('close', () => this.#open.delete(raw));
      }
      done();
    });
  }

  cutAll(): void {
    for (const raw of this.#open) if (!raw.complete) raw.destroy();
  }
}
