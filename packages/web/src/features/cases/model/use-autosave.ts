/** Saves the conclusion of one case while it is typed; unsaved text survives leaving the page. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { conclusionFigures } from '@rhythmdesk/contract/report-phrases';
import { type Conclusion, figuresFit, rewritten, sameConclusion } from '@rhythmdesk/domain/report/conclusion';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { type Autosave, type AutosaveState, makeAutosave, type SaveOutcome } from './autosave.ts';
import { type CaseSaver, StaleField, useSaver } from './use-save.ts';
import { onSessionEnd } from '../../../platform/session/session-state.ts';

/**
 * Unsent text while the user looks at another case. It is in memory only and cleared with the session: text about a
 * patient is never written to the browser's storage.
 */
const kept = new Map<string, string>();

onSessionEnd(() => kept.clear());

function keepDraft(key: string, text: string): void {
  if (text === '') kept.delete(key);
  else kept.set(key, text);
}

function storedDraft(key: string): string | undefined {
  return kept.get(key);
}

const restMs = 1_500;
const againMs = 15_000;

type Written = Pick<CaseDetail, 'technician_comment' | 'conclusion_figures'>;
const conclusionOf = ({ technician_comment, conclusion_figures }: Written): Conclusion => ({
  text: technician_comment,
  figures: conclusion_figures,
});

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
      untouched: (newest) => sameConclusion(conclusionOf(newest), base),
      saved: fields,
    });
    return { kind: 'saved' };
  } catch (error) {
    if (error instanceof StaleField) return { kind: 'changed', theirs: conclusionOf(error.newest) };
    if (error instanceof ApiError) return { kind: 'failed' };
    throw error;
  }
}

/** Returns the unsaved text, with the marks of its figures. */
function draftedConclusion(key: string): Conclusion | null {
  const text = storedDraft(key);
  if (text === undefined) return null;
  const held: unknown = JSON.parse(storedDraft(`${key} figures`) ?? '[]');
  const parsed = conclusionFigures.safeParse(held);
  const drafted = { text, figures: parsed.success ? parsed.data : [] };
  return figuresFit(drafted) ? drafted : { text, figures: [] };
}

function autosaveFor(saver: CaseSaver, case_id: number, arrived: Conclusion): Autosave<Conclusion> {
  const key = `technician-comment ${String(case_id)}`;
  return makeAutosave({
    base: arrived,
    value: draftedConclusion(key) ?? arrived,
    same: sameConclusion,
    save: (value, base) => saveConclusion(saver, case_id, value, base),
    keep: (value) => {
      keepDraft(key, value?.text ?? '');
      keepDraft(`${key} figures`, value === undefined ? '' : JSON.stringify(value.figures));
    },
    restMs,
    againMs,
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
  const waits = !sameConclusion(now.value, now.base);
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
