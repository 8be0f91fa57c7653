/** Saves the conclusion of one case while it is typed; unsaved text survives leaving the page. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { type Conclusion, rewritten, sameConclusion } from '@rhythmdesk/domain/report/conclusion';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { type Autosave, type AutosaveState, makeAutosave, type SaveOutcome } from './autosave.ts';
import { type CaseSaver, StaleField, useSaver } from './use-save.ts';
import { onSessionEnd } from '../../../platform/session/session-state.ts';

type Draft = { readonly value: Conclusion; readonly base: Conclusion };

/**
 * Unsent text while the user looks at another case, by case, with the text that it was based on: a change by another
 * user meanwhile is then noticed. It is in memory only and cleared with the session: text about a patient is never
 * written to the browser's storage.
 */
const kept = new Map<number, Draft>();

/** Ends the sending of texts that are still unsent when their user's session ends. */
let ending = new AbortController();

onSessionEnd(() => {
  kept.clear();
  ending.abort();
  ending = new AbortController();
});

const restMs = 1_500;
const againMs = 15_000;

type Written = Pick<CaseDetail, 'technician_comment' | 'conclusion_figures'>;
const conclusionOf = ({ technician_comment, conclusion_figures }: Written): Conclusion => ({
  text: technician_comment,
  figures: conclusion_figures,
});

/** The server stores no white space behind the text; while it is typed it stays in the field. */
const sameStored = (a: Conclusion, b: Conclusion): boolean =>
  sameConclusion({ ...a, text: a.text.trimEnd() }, { ...b, text: b.text.trimEnd() });

async function saveConclusion(
  saver: CaseSaver,
  case_id: number,
  { text: technician_comment, figures }: Conclusion,
  base: Conclusion,
): Promise<SaveOutcome<Conclusion>> {
  const fields = { technician_comment, conclusion_figures: [...figures] };
  try {
    await saver.save({
      send: (version) => api.call('updateReading', { case_id, version, ...fields }),
      untouched: (newest) => sameStored(conclusionOf(newest), base),
      saved: fields,
    });
    return { kind: 'saved' };
  } catch (error) {
    if (error instanceof StaleField) return { kind: 'changed', theirs: conclusionOf(error.newest) };
    if (error instanceof ApiError) return { kind: 'failed' };
    throw error;
  }
}

function autosaveFor(saver: CaseSaver, case_id: number, arrived: Conclusion): Autosave<Conclusion> {
  return makeAutosave({
    ...(kept.get(case_id) ?? { value: arrived, base: arrived }),
    same: sameStored,
    save: (value, base) => saveConclusion(saver, case_id, value, base),
    keep: (value, base) => {
      if (value === undefined) kept.delete(case_id);
      else kept.set(case_id, { value, base });
    },
    restMs,
    againMs,
    ended: ending.signal,
  });
}

export type ConclusionField = Pick<Autosave<Conclusion>, 'flush' | 'choose'> & {
  readonly now: AutosaveState<Conclusion>;
  /** Sets text that the user typed; figures that the user edited become plain text. */
  readonly type: (text: string) => void;
  readonly write: (conclusion: Conclusion) => void;
};

export function useAutosave({
  case_id,
  technician_comment,
  conclusion_figures,
}: Written & Pick<CaseDetail, 'case_id'>): ConclusionField {
  const saver = useSaver();
  const arrived = { technician_comment, conclusion_figures };
  const [autosave] = useState(() => autosaveFor(saver, case_id, conclusionOf(arrived)));
  const now = useSyncExternalStore(autosave.onChange, autosave.state);
  const waits = !sameStored(now.value, now.base);
  useEffect(() => (waits ? saver.log.wait() : undefined), [saver, waits]);
  useEffect(
    () => autosave.arrive(conclusionOf({ technician_comment, conclusion_figures })),
    [autosave, technician_comment, conclusion_figures],
  );
  useEffect(() => saver.register(autosave.settle), [saver, autosave]);
  useEffect(() => {
    autosave.flush();
    return () => autosave.flush();
  }, [autosave]);
  return {
    now,
    flush: autosave.flush,
    choose: autosave.choose,
    type: (text) => autosave.type(rewritten(autosave.state().value, text)),
    write: autosave.type,
  };
}
