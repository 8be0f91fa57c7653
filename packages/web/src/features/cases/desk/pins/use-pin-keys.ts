/** Provides the pinned comments of the desk and registers their keys in every tab that shows the recording. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { episodeAt, placeHere } from './pin-place.ts';
import type { Desk } from '../session/use-desk.ts';
import { pinKeys } from './pin-keys.ts';
import { type PinWork, usePinWork } from './use-pin-work.ts';
import type { Pin } from '../../model/pins.ts';

type DeskOfPins = {
  readonly detail: Pick<CaseDetail, 'case_id' | 'can_comment_internally' | 'can_answer_pins'>;
  readonly desk: Desk;
  /** The selected change, to which a comment is pinned first; null if the tab has none. */
  readonly change: SampleSpan | null;
  readonly manifest: RecordingManifest | undefined;
  /** The comment that the desk opens at; undefined until it is known. */
  readonly first: Pin | null | undefined;
};

/** Returns the function that writes a comment; null if there is no recording yet or the user may not comment. */
function pinHere(
  { detail, desk, change, manifest }: DeskOfPins,
  write: PinWork['write'],
): (() => void) | null {
  const { view } = desk;
  if (view === null || manifest === undefined || !detail.can_comment_internally) return null;
  return () => write({ of: 'pin', place: placeHere(view, change, manifest.samples) });
}

function usePinCommands({ here, pins, current, mayAnswer, ...work }: PinWork): void {
  const { t } = useTranslation('pins');
  const step = (by: -1 | 1) => ({ line: t('key.step'), run: () => work.step(by) });
  useDeskCommands(
    pinKeys,
    {
      ...(here !== null && { 'pin-write': { line: t('key.new'), footer: true, run: here } }),
      ...(pins.length > 0 && { 'pin-next': step(1), 'pin-previous': step(-1) }),
      ...(current !== null &&
        mayAnswer && {
          'pin-reply': { line: t('key.reply'), run: () => work.write({ of: 'reply', pin: current }) },
          'pin-answer': { line: t('key.answer'), run: () => work.answer(current) },
        }),
    },
    'desk',
  );
}

/** Selects the finding at the place of the selected comment, so that the next key applies to it. */
function useFindingOfPin({ current }: Pick<PinWork, 'current'>, desk: Desk): void {
  const read = useEffectEvent(() => {
    if (current !== null) desk.read(episodeAt(desk.groups, current.span));
  });
  const hasQueue = desk.groups.some(({ found }) => found > 0);
  useEffect(() => read(), [current?.comment_id, hasQueue]);
}

export function useDeskPins(of: DeskOfPins): PinWork {
  const work = usePinWork(of.detail, of.first);
  const pins = { ...work, here: pinHere(of, work.write) };
  usePinCommands(pins);
  useFindingOfPin(pins, of.desk);
  return pins;
}
