/**
 * One tab sends one recording: it holds a Web Lock of the sending's name for as long as it has it. A tab that was
 * closed lets go by itself, and the next page that loads takes its sendings over. Browsers without locks (a page
 * that does not come over TLS) claim always; there the server's one writer an upload decides.
 */
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
        void navigator.locks.request(`rhythmdesk-upload-${id}`, { ifAvailable: true }, (lock) => {
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
