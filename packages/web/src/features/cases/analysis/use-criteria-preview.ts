/**
 * Counts what the analysis would find under the criteria of the dialog, in a worker, from the beats of the displayed
 * version. Only the newest criteria are counted; intermediate ones are skipped.
 */
import type { Criteria } from '@rhythmdesk/ecg/criteria/criteria';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { changedKeys } from './criteria-draft.ts';
import {
  isPreviewAnswer,
  type PreviewAnswer,
  type PreviewCounts,
  type PreviewOrder,
} from './preview-message.ts';

export type CriteriaPreview =
  | { readonly kind: 'counting'; readonly counts: PreviewCounts | null }
  | { readonly kind: 'counted'; readonly counts: PreviewCounts }
  | { readonly kind: 'failed' };

type Counter = {
  readonly case_id: number;
  readonly version: number;
  readonly onAnswer: (answer: PreviewAnswer) => void;
  readonly onFault: () => void;
};

/** Starts one worker for as long as the dialog is open. */
function startCounter({ case_id, version, onAnswer, onFault }: Counter) {
  const stop = new AbortController();
  const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' });
  const send = (order: PreviewOrder, transfer: Transferable[] = []) => worker.postMessage(order, transfer);
  let busy = true;
  let waiting: Criteria | undefined;
  const next = (): void => {
    busy = waiting !== undefined;
    if (waiting !== undefined) send({ criteria: waiting });
    waiting = undefined;
  };
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isPreviewAnswer(data) && waiting === undefined) onAnswer(data);
    next();
  });
  worker.addEventListener('error', onFault);
  api
    .download('beats', { case_id, version }, { signal: stop.signal })
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => {
      send({ bytes }, [bytes]);
      next();
    })
    .catch(() => {
      if (!stop.signal.aborted) onFault();
    });
  return {
    count(criteria: Criteria): void {
      waiting = criteria;
      if (!busy) next();
    },
    stop(): void {
      stop.abort();
      worker.terminate();
    },
  };
}

/** `criteria` is null while a field is invalid: the last counts stay. */
export function useCriteriaPreview(
  case_id: number,
  version: number,
  criteria: Criteria | null,
): CriteriaPreview {
  const [got, setGot] = useState<PreviewAnswer | null>(null);
  const [failed, setFailed] = useState(false);
  const counter = useRef<ReturnType<typeof startCounter>>(undefined);
  useEffect(() => {
    const started = startCounter({
      case_id,
      version,
      onAnswer: setGot,
      onFault: () => setFailed(true),
    });
    counter.current = started;
    return () => started.stop();
  }, [case_id, version]);
  useEffect(() => {
    if (criteria !== null) counter.current?.count(criteria);
  }, [criteria, case_id, version]);
  if (failed) return { kind: 'failed' };
  if (got === null) return { kind: 'counting', counts: null };
  const isNewest = criteria === null || changedKeys(got.criteria, criteria).length === 0;
  return { kind: isNewest ? 'counted' : 'counting', counts: got.counts };
}
