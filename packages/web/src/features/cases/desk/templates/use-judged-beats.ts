/** Provides the beats that the next key judges: those of the open template, or those to be split off from it. */
import { useMemo } from 'react';
import { useStored } from '../../../../platform/use-stored.ts';
import type { Desk } from '../session/use-desk.ts';
import { isTemplate, useTemplateBeats } from '../session/use-template-beats.ts';
import { pickedBeats, templateWorkOf } from './template-work.ts';

const none: ArrayLike<number> = [];

/** In the order of the recording. */
export function useJudgedBeats(desk: Desk): ArrayLike<number> {
  const item = desk.current !== null && isTemplate(desk.current) ? desk.current : null;
  const { samples } = useTemplateBeats(item, desk);
  const held = useStored(templateWorkOf(desk).picked);
  const template = item?.group.template;
  return useMemo(() => {
    if (template === undefined) return none;
    const own = held?.template === template ? pickedBeats(held) : [];
    return own.length > 0 ? own.toSorted((a, b) => a - b) : samples.toSorted();
  }, [template, held, samples]);
}
