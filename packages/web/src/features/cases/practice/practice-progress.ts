/**
 * Stores the user's progress in the practice in this browser until the practice is restarted. It contains no patient
 * data.
 */
import { readingEdit } from '@rhythmdesk/contract/reading';
import { conclusionFigures } from '@rhythmdesk/contract/report-phrases';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { z } from 'zod';
import { createStore, type Store } from '../../../platform/store.ts';
import { type PracticeStep, practiceSteps } from './practice-steps.ts';
import { browserStorage } from '../../../platform/own-storage.ts';

const step = z.enum(practiceSteps);
const conclusion = z.object({ version: z.number().int(), text: z.string(), figures: conclusionFigures });
/** The conclusion in the practice's report, and how often it was saved. */
export type PracticeConclusion = z.output<typeof conclusion>;
const unwritten: PracticeConclusion = { version: 1, text: '', figures: [] };

const kept = z.object({
  log: z.array(readingEdit),
  conclusion: conclusion.default(unwritten),
  done: z.array(step),
  skipped: z.array(step),
  spent_s: z.number().min(0),
  finished: z.boolean(),
});
type StoredProgress = z.output<typeof kept>;
export type PracticeProgress = Omit<StoredProgress, 'log' | 'conclusion'>;

const begun: StoredProgress = {
  ...{ log: [], conclusion: unwritten },
  ...{ done: [], skipped: [], spent_s: 0, finished: false },
};

const storageKeyOf = (user: number): string => `practice-${String(user)}`;

function read(user: number): StoredProgress {
  try {
    const parsed = kept.safeParse(JSON.parse(browserStorage.getItem(storageKeyOf(user)) ?? 'null'));
    return parsed.success ? parsed.data : begun;
  } catch {
    return begun;
  }
}

export type PracticeStores = {
  readonly log: Store<readonly ReadingEdit[]>;
  readonly conclusion: Store<PracticeConclusion>;
  readonly progress: Store<PracticeProgress>;
  /** Deletes it, for a restart. */
  readonly forget: () => void;
};

export function practiceStores(user: number): PracticeStores {
  const { log: before, conclusion: written, ...standing } = read(user);
  const log = createStore<readonly ReadingEdit[]>(before);
  const conclusion = createStore<PracticeConclusion>(written);
  const progress = createStore<PracticeProgress>(standing);
  const write = (): void => {
    try {
      const all: StoredProgress = { ...progress.get(), log: [...log.get()], conclusion: conclusion.get() };
      browserStorage.setItem(storageKeyOf(user), JSON.stringify(all));
    } catch {
      // Without browser storage the practice continues as long as the page is open.
    }
  };
  log.subscribe(write);
  conclusion.subscribe(write);
  progress.subscribe(write);
  return { log, conclusion, progress, forget: () => browserStorage.removeItem(storageKeyOf(user)) };
}

/** Returns the current step: the first that is neither done nor skipped; null if there is none. */
export const stepOf = ({ done, skipped }: PracticeProgress): PracticeStep | null =>
  practiceSteps.find((one) => !done.includes(one) && !skipped.includes(one)) ?? null;

/** Adds the steps whose effect is visible now; returns the same object if there is nothing new. */
export function withDone(progress: PracticeProgress, seen: readonly PracticeStep[]): PracticeProgress {
  const fresh = seen.filter((one) => !progress.done.includes(one));
  if (fresh.length === 0) return progress;
  return {
    ...progress,
    done: [...progress.done, ...fresh],
    skipped: progress.skipped.filter((one) => !fresh.includes(one)),
  };
}
