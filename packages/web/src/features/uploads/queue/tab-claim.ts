/**
 * Ensures that one tab sends one recording: the tab holds a Web Lock named after the upload while it sends. A closed
 * tab releases it, and the next page that loads takes over its uploads. In browsers without locks (a page without TLS)
 * every claim succeeds; there the server's limit of one writer per upload decides.
 */
import { ownName } from '../../../platform/address/base-path.ts';

export type TabClaim = {
  /** False: another tab has it. */
  readonly take: (id: string) => Promise<boolean>;
  readonly release: (id: string) => void;
};

export function makeTabClaim(): TabClaim {
  const releases = new Map<string, () => void>();
  return {
    take(id) {
      if (!('locks' in navigator) || releases.has(id)) return Promise.resolve(true);
      return new Promise((resolve) => {
        void navigator.locks.request(ownName(`rhythmdesk-upload-${id}`), { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          if (lock === null) return undefined;
          return new Promise<void>((release) => releases.set(id, release));
        });
      });
    },
    release(id) {
      releases.get(id)?.();
      releases.delete(id);
    },
  };
}
