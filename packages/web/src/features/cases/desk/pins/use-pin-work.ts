/**
 * Provides the state of the pinned comments at the desk: the selected one, the steps between them, the open dialog, and
 * resolving a comment.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { ApiError } from '../../../../platform/client/api-error.ts';
import { createStore } from '../../../../platform/store.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { showFault } from '../../../../ui/faults/show-fault.ts';
import type { PinMark } from '../../../../trace/paint/renderer-pins.ts';
import { useStripPlace } from '../../analysis/strip-place.tsx';
import { type Pin, pinAfter, type PinnedPlace } from '../../model/pins.ts';
import { usePinsOfCase } from '../../model/use-pins-of-case.ts';
import { commentsQuery } from '../../model/use-case.ts';

/** What the dialog writes: a comment at a place, or a reply. */
export type Writing =
  | { readonly of: 'pin'; readonly place: PinnedPlace }
  | { readonly of: 'reply'; readonly pin: Pin };

export type PinWork = {
  readonly pins: readonly Pin[];
  /** False until the comments are loaded. */
  readonly isKnown: boolean;
  readonly marks: readonly PinMark[];
  readonly current: Pin | null;
  readonly open: (pin: Pin) => void;
  /** Opens the comment whose number was pressed on the recording. */
  readonly openNumber: (number: number) => void;
  readonly step: (by: -1 | 1) => void;
  readonly writing: Writing | null;
  /** Opens the dialog; null closes it. */
  readonly write: (writing: Writing | null) => void;
  readonly answer: (pin: Pin) => void;
  /** Starts a comment at the shown place or on the selected change; null if that is not possible. */
  readonly here: (() => void) | null;
  readonly mayAnswer: boolean;
};

const nothing = (): void => undefined;
const none: readonly Pin[] = [];

/** Used if no comment is pinned, or if none is visible to this user. */
export const noMarks: readonly PinMark[] = [];

const noPins: PinWork = {
  ...{
    pins: none,
    isKnown: false,
    marks: noMarks,
    current: null,
    writing: null,
    here: null,
    mayAnswer: false,
  },
  ...{ open: nothing, openNumber: nothing, step: nothing, write: nothing, answer: nothing },
};

const Pins = createContext<PinWork>(noPins);
export const PinsProvider = Pins.Provider;
export const usePins = (): PinWork => use(Pins);

/** If two users resolve the same comment, the second one gets the answer of the first. */
function useAnswering(case_id: number): (pin: Pin) => void {
  const cache = useQueryClient();
  const { queryKey } = commentsQuery(case_id);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ comment_id }: Pin) => api.call('answerPin', { case_id, comment_id }),
    meta: { faults: 'in-place' },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) void showFault(error);
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });
  return (pin) => {
    if (pin.isOpen && !isPending) mutate(pin);
  };
}

type PinDetail = Pick<CaseDetail, 'case_id' | 'can_answer_pins'>;

/** @param first the comment that the desk opens at once the recording is loaded; undefined until it is known */
export function usePinWork(detail: PinDetail, first: Pin | null | undefined): Omit<PinWork, 'here'> {
  const strip = useStripPlace();
  const found = usePinsOfCase(detail.case_id);
  const pins = found ?? none;
  const [held] = useState(() => createStore<number | null>(null));
  const current = useStored(held);
  const [writing, write] = useState<Writing | null>(null);
  const answer = useAnswering(detail.case_id);
  const open = (pin: Pin): void => {
    held.set(pin.comment_id);
    strip.showSpan(pin.span);
  };
  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    if (begun.current || first === undefined) return;
    begun.current = true;
    if (first !== null && strip.opened.place.at === undefined) open(first);
  });
  useEffect(() => begin(), [first]);
  const marks = useMemo(
    () => pins.map(({ span, number, isOpen }) => ({ sample: span.start, number, isOpen })),
    [pins],
  );
  return {
    pins,
    isKnown: found !== undefined,
    marks,
    current: pins.find(({ comment_id }) => comment_id === current) ?? null,
    open,
    openNumber: (number) => {
      const pressed = pins.find((pin) => pin.number === number);
      if (pressed !== undefined) open(pressed);
    },
    step: (by) => {
      const next = pinAfter(pins, current, by);
      if (next !== undefined) open(next);
    },
    writing,
    write,
    answer,
    mayAnswer: detail.can_answer_pins,
  };
}
