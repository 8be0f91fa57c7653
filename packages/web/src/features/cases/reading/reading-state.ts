/**
 * Defines types and helpers of the page's reading: its state, the ports to server and worker, and how errors are
 * classified.
 */
import { readingBatchSize, type CaseReading, type EditLock } from '@rhythmdesk/contract/reading';
import type { LoggedEdit, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { readStrips } from '@rhythmdesk/ecg/reading/read-strips';
import type { ApiError } from '../../../platform/client/api-error.ts';
import type { ReadBeats } from './read-beats.ts';
import type { FoldedReading } from './reading-message.ts';
import type { ReadingThread } from './reading-thread.ts';

/** An edit of the log with its author and time; null: the user of this page. */
export type WrittenEdit = LoggedEdit & {
  readonly author: CaseReading['edits'][number]['author'] | null;
  readonly at_ms: number;
};

export type EditBatch = {
  readonly after: number;
  readonly analysis_version: number;
  /** The analysis on which the edits were made, if it is an earlier one. */
  readonly made_on?: number;
  readonly edits: readonly ReadingEdit[];
  readonly checksum: string;
};

export type ReadingPorts = {
  readonly read: (after: number) => Promise<CaseReading>;
  readonly append: (batch: EditBatch) => Promise<{ readonly sequence: number }>;
  readonly changeLock: (act: 'take' | 'ask' | 'give_back') => Promise<EditLock>;
  readonly beats: (version: number) => Promise<ArrayBuffer>;
  readonly thread: ReadingThread;
  /** The page shows a reading also to users who cannot write and before there is an edit. */
  readonly looks_on: boolean;
  readonly now: () => number;
  /** Resolves after this time, or earlier if the connection returns. */
  readonly wait: (ms: number) => Promise<void>;
};

/** `no-edit-lock`: another user writes. `refused`: page and server differ, and nothing more is sent. */
type Sending = 'saved' | 'sending' | 'waiting' | 'no-edit-lock' | 'refused';

export type ShownReading = Omit<FoldedReading, 'beats'> & { readonly beats: ReadBeats };
export type ReadingState = {
  /** Null until it is computed. */
  readonly shown: ShownReading | null;
  readonly log: readonly WrittenEdit[];
  /** Number of log changes that `shown` does not contain yet. */
  readonly folding: number;
  readonly edit_lock: EditLock | null;
  readonly unsent: number;
  readonly sending: Sending;
  readonly saved_ms: number | null;
  /** Request id of the refusal, for support. */
  readonly request_id: string | null;
  /** Why there is nothing to show; the next try clears it. */
  readonly fault: ApiError | null;
};

export const closedReading: ReadingState = {
  shown: null,
  log: [],
  folding: 0,
  edit_lock: null,
  unsent: 0,
  sending: 'saved',
  saved_ms: null,
  request_id: null,
  fault: null,
};

/** If only classes of beats changed, the other columns stay the same arrays; if nothing changed, all are. */
function beatsAfter(before: ReadBeats | undefined, { beats }: FoldedReading): ReadBeats | undefined {
  if (beats === null) return before;
  return 'sample' in beats ? beats : before && { ...before, ...beats };
}

/** The strips contain every edit of the log, also one that is still being computed. */
export function shownAfter(
  { shown, folding }: ReadingState,
  folded: FoldedReading,
  log: readonly WrittenEdit[],
): Partial<ReadingState> {
  const beats = beatsAfter(shown?.beats, folded);
  const next = beats && { ...folded, beats, strips: readStrips(log) };
  return { folding: folding - 1, ...(next && { shown: next }) };
}

/**
 * Returns the state after an edit of this page. The next edit of a strip repeats its fields, so it must not begin from a
 * strip that lacks this one.
 */
export const editedHere = ({ shown }: ReadingState, log: readonly WrittenEdit[]): Partial<ReadingState> => ({
  log,
  ...(shown !== null && { shown: { ...shown, strips: readStrips(log) } }),
});

export const written = ({ created_at, ...edit }: CaseReading['edits'][number]): WrittenEdit => ({
  ...edit,
  at_ms: Date.parse(created_at),
});
export const isAway = (error: ApiError): boolean =>
  error.status === 0 || error.status === 429 || error.status >= 500;
/** Returns whether this page holds the edit lock or may take it, and the server has refused nothing. */
export const isWritable = ({ edit_lock, sending }: Pick<ReadingState, 'edit_lock' | 'sending'>): boolean =>
  sending !== 'refused' && (edit_lock?.here === true || edit_lock?.may_take === true);
/** Returns whether edits of this page are on their way, so that their end can be awaited. */
export const isSending = ({ unsent, sending }: Pick<ReadingState, 'unsent' | 'sending'>): boolean =>
  unsent > 0 && (sending === 'sending' || sending === 'saved');
export const isEditLockLost = ({ code }: ApiError): boolean =>
  code === 'reading/no-edit-lock' || code.startsWith('case/');

/** Reads the whole log after an edit. */
export async function readLog({ read }: Pick<ReadingPorts, 'read'>, after: number): Promise<CaseReading> {
  const first = await read(after);
  const edits = [...first.edits];
  while (after + edits.length < first.sequence) {
    const more = await read(after + edits.length);
    if (more.edits.length === 0) break;
    edits.push(...more.edits);
  }
  return { ...first, edits };
}

type Behind = { readonly after: number; readonly analysis_version: number; readonly at_ms: number };

/** Returns edits that this page wrote together: all but the first refer to the first. */
export const writtenHere = (
  edits: readonly ReadingEdit[],
  { after, analysis_version, at_ms }: Behind,
): WrittenEdit[] =>
  edits.map((edit, i) => ({
    sequence: after + i + 1,
    analysis_version,
    edit: i === 0 || edit.kind === 'undo' ? edit : { ...edit, step: after + 1 },
    author: null,
    at_ms,
  }));

/** Well below the server's limit. */
const batchBytes = 128 * 1024;

/** Returns the next batch: as many of the waiting edits as fit and were made on the same analysis. */
export function batchAfter(
  log: readonly LoggedEdit[],
  known: number,
): { readonly made_on: number; readonly edits: ReadingEdit[] } {
  const made_on = log[known]?.analysis_version ?? 0;
  const edits: ReadingEdit[] = [];
  let bytes = 0;
  for (const { edit, analysis_version } of log.slice(known, known + readingBatchSize)) {
    bytes += JSON.stringify(edit).length;
    if (analysis_version !== made_on || (edits.length > 0 && bytes > batchBytes)) break;
    edits.push(edit);
  }
  return { made_on, edits };
}
