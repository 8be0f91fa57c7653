/** The technician's comment of one case as an autosaved field; typed text outlives the page until it is saved. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { type Autosave, type AutosaveState, makeAutosave, type SaveOutcome } from './autosave.ts';
import { draftOf, keepDraft } from './drafts.ts';
import { type CaseSaver, StaleField, useSaver } from './use-save.ts';

const restMs = 1_500;
const againMs = 15_000;

async function saveComment(
  saver: CaseSaver,
  case_id: number,
  text: string,
  base: string,
): Promise<SaveOutcome> {
  try {
    await saver.save({
      send: (version) => api.call('updateReading', { case_id, version, technician_comment: text }),
      untouched: (newest) => newest.technician_comment === base,
      saved: { technician_comment: text },
    });
    return { kind: 'saved' };
  } catch (error) {
    if (error instanceof StaleField) return { kind: 'changed', theirs: error.newest.technician_comment };
    if (error instanceof ApiError) return { kind: 'failed' };
    throw error;
  }
}

function autosaveFor(saver: CaseSaver, case_id: number, arrived: string): Autosave {
  const key = `technician-comment ${String(case_id)}`;
  return makeAutosave({
    base: arrived,
    text: draftOf(key) ?? arrived,
    save: (text, base) => saveComment(saver, case_id, text, base),
    keep: (text) => keepDraft(key, text ?? ''),
    restMs,
    againMs,
  });
}

export function useAutosave({ case_id, technician_comment }: CaseDetail): Autosave & { now: AutosaveState } {
  const saver = useSaver();
  const [autosave] = useState(() => autosaveFor(saver, case_id, technician_comment));
  const now = useSyncExternalStore(autosave.onChange, autosave.state);
  const waits = now.text !== now.base;
  useEffect(() => (waits ? saver.log.wait() : undefined), [saver, waits]);
  useEffect(() => autosave.arrive(technician_comment), [autosave, technician_comment]);
  useEffect(() => {
    autosave.flush();
    return () => autosave.flush();
  }, [autosave]);
  return { ...autosave, now };
}
