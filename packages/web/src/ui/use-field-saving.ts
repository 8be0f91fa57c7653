/**
 * Saves one field of a record with its own call. The typed text is kept through every failure: the server words a
 * violated rule, the field words an invalid input, and a change by another user is reported. Such a change reaches the
 * open page at once, so the version that is sent is the one whose value the user saw when the field was opened.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../platform/client/api-error.ts';
import type { FaultSubject } from '../platform/client/fault-answers.ts';
import { useFieldFaults } from './faults/field-faults.ts';
import { showFault } from './faults/show-fault.ts';

export type FieldSavingInput<Change> = {
  /** The field's name in the call. */
  readonly field: string;
  readonly send: (change: Change, version: number) => Promise<unknown>;
  /**
   * The present version of the record, and the present value of the field in it as text: two values that are shown
   * alike, such as “5 institutions”, differ.
   */
  readonly version: number;
  readonly value: string;
  /** The query of the record: refetched after the save, and after a change by another user. */
  readonly recordKey: readonly unknown[];
  /** Prefix of the rule codes of such a record: `group/`, `user/`. */
  readonly rules: string;
  /** The kind of record, if an absent one has a text of its own. */
  readonly about?: FaultSubject;
  readonly onSaved: (change: Change) => void;
};

type Seen = Pick<FieldSavingInput<unknown>, 'version' | 'value'>;

/** Returns the version to send; `readAgain` says that the user has now been shown the present value. */
function useSeenVersion({ version, value }: Seen) {
  const [seen, setSeen] = useState<Seen | null>({ version, value });
  if (seen === null) setSeen({ version, value });
  const readAgain = () => setSeen(null);
  return { version: seen === null || seen.value === value ? version : seen.version, readAgain };
}

export function useFieldSaving<Change>({
  field,
  send,
  version: present,
  value,
  recordKey,
  rules,
  about,
  onSaved,
}: FieldSavingInput<Change>) {
  const cache = useQueryClient();
  const wordsOf = useFieldFaults();
  const { t } = useTranslation('messages');
  const [fault, setFault] = useState<string>();
  const [stale, setStale] = useState(false);
  const { version, readAgain } = useSeenVersion({ version: present, value });
  const { mutate, isPending } = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (change: Change) => send(change, version),
    onSuccess: async (_answer, change) => {
      await cache.invalidateQueries({ queryKey: recordKey });
      onSaved(change);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return showFault(error);
      if (error.code === `${rules}stale-version`) {
        setStale(true);
        await cache.invalidateQueries({ queryKey: recordKey });
        readAgain();
        return;
      }
      const worded = wordsOf(error.fields)[field];
      if (error.code.startsWith(rules) && error.status !== 404) setFault(error.detail);
      else if (error.status === 422 && worded !== undefined) setFault(worded);
      else await showFault(error, about);
    },
  });
  /** Returns null if the typed text is not a valid value of the field. */
  const save = (change: Change | null) => {
    setFault(change === null ? t('field-fault') : undefined);
    if (change !== null) mutate(change);
  };
  return { fault, setFault, stale, isPending, save };
}
