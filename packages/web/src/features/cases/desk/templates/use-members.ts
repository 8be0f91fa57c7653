/**
 * Requests representative beats of a group from the worker, again after beats were added, removed, moved or regrouped,
 * and their classes in the current reading.
 */
import { beatClasses, type BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { GroupMembers } from '@rhythmdesk/ecg/reading/group-members';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { useEffect, useMemo, useState } from 'react';
import { classesAt } from '../../../../trace/signal/reading.ts';
import { useReadingOfPage } from '../../reading/reading-context.tsx';
import type { Desk } from '../session/use-desk.ts';

const none: GroupMembers = { overlay: [], worst: [] };

type ShownMembers = GroupMembers & {
  /** The classes of the beats in the overlay. */
  readonly classes: readonly BeatClass[];
};

export function useMembers({ template, beats }: TemplateGroup, { shown }: Desk): ShownMembers {
  const session = useReadingOfPage();
  const [held, hold] = useState<GroupMembers>(none);
  const samples = shown?.beats.sample;
  useEffect(() => {
    if (session === null || samples === undefined) return undefined;
    let isHere = true;
    session.queries.members(template).then(
      (members) => {
        if (isHere) hold(members);
      },
      // The reading was closed meanwhile; the next reading requests them again.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [session, template, beats, samples]);
  return { ...held, classes: useClasses(held.overlay, shown) };
}

const classOf = (letter: string): BeatClass => beatClasses.find((one) => one === letter) ?? 'Q';

/** Returns the same array as long as no class has changed, so that no overlay is drawn again without need. */
function useClasses(samples: readonly number[], shown: Desk['shown']): readonly BeatClass[] {
  const letters = shown === null ? '' : classesAt(shown.beats, samples).join('');
  return useMemo(() => Array.from(letters, classOf), [letters]);
}
