/**
 * Cuts request bodies that their senders resume later, such as uploads, when the server stops. The received bytes are
 * kept. A slow sender does not delay the stop while all other requests are refused.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBody } from './body-pace.ts';

export class ResumableBodies {
  readonly #open = new Set<IncomingMessage>();

  /** Watches every body sent to a path below `prefix`. It must be called before the routes are bound. */
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
