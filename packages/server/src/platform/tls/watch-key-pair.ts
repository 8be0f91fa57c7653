/**
 * Uses renewed certificate files without a restart. It reads both files every few seconds and compares their content,
 * which also sees what renewal programs do: replaced files, and symbolic links that name another file.
 *
 * Invariant: the pair in use always is one with which TLS can be spoken. A pair that is broken, or that clients would
 * refuse today, leaves the one before in use. Two files are not replaced at one moment, so that a fault counts only if
 * it is still there at the next look.
 */
import {
  keyPairDoubts,
  keyPairOf,
  readKeyTexts,
  WrongKeyPair,
  type KeyFiles,
  type KeyPair,
} from './key-pair.ts';

export type KeyPairWatch = {
  readonly current: () => KeyPair;
  /** Why the files as they are now are not used, in one sentence; null if they are. */
  readonly refused: () => string | null;
  /** Looks at the files at once. */
  readonly look: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type WatchOptions = {
  readonly now: () => Date;
  readonly every_ms: number;
  /** Called with each new pair. */
  readonly onPair: (pair: KeyPair) => void;
  /** Called once for each new reason. */
  readonly onRefused: (words: string) => void;
};

/** Returns the pair of the files, or the reason why it is not used instead of `used`. */
async function pairOrReason(files: KeyFiles, used: KeyPair, now: Date): Promise<KeyPair | string> {
  try {
    const texts = await readKeyTexts(files);
    if (texts.cert === used.cert && texts.key === used.key) return used;
    const pair = keyPairOf(texts);
    const doubts = keyPairDoubts(pair, { now, host: undefined });
    return doubts.find(({ kind }) => kind === 'expired' || kind === 'not-yet-valid')?.words ?? pair;
  } catch (fault) {
    return fault instanceof WrongKeyPair
      ? fault.message
      : `${files.settings.cert} was not checked: ${String(fault)}.`;
  }
}

class Watch {
  #used: KeyPair;
  #refused: string | null = null;
  /** The reason that the last look found; it counts if the next one finds it too. */
  #suspected: string | null = null;
  readonly #options: WatchOptions;
  readonly #files: KeyFiles;

  constructor(files: KeyFiles, first: KeyPair, options: WatchOptions) {
    this.#files = files;
    this.#used = first;
    this.#options = options;
  }

  get used(): KeyPair {
    return this.#used;
  }
  get refused(): string | null {
    return this.#refused;
  }

  async look(): Promise<void> {
    const found = await pairOrReason(this.#files, this.#used, this.#options.now());
    if (typeof found === 'string') this.#suspect(found);
    else this.#use(found);
  }

  #suspect(words: string): void {
    const isNew = this.#suspected === words && this.#refused !== words;
    this.#suspected = words;
    if (!isNew) return;
    this.#refused = words;
    this.#options.onRefused(words);
  }

  #use(pair: KeyPair): void {
    this.#suspected = null;
    this.#refused = null;
    if (pair === this.#used) return;
    this.#used = pair;
    this.#options.onPair(pair);
  }
}

/** Watches files whose pair `first` is in use. */
export function watchKeyPair(files: KeyFiles, first: KeyPair, options: WatchOptions): KeyPairWatch {
  const watch = new Watch(files, first, options);
  let looking: Promise<void> | null = null;
  const look = (): Promise<void> => (looking ??= watch.look().finally(() => (looking = null)));
  const timer = setInterval(() => void look(), options.every_ms);
  timer.unref();
  return {
    current: () => watch.used,
    refused: () => watch.refused,
    look,
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
