/** Provides all beats of a template of the reading. */
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import type { GroupBeats } from '@rhythmdesk/ecg/reading/group-members';
import { useEffect, useState } from 'react';
import { useReadingOfPage } from '../../reading/reading-context.tsx';
import type { Desk } from './use-desk.ts';

export type TemplateItem = Extract<QueueItem, { of: 'template' }>;
export const isTemplate = (item: QueueItem): item is TemplateItem => item.of === 'template';

const nothing: GroupBeats = {
  samples: new Uint32Array(0),
  templates: [],
  qrs_ms: new Uint16Array(0),
  rr_ms: new Uint16Array(0),
};

/** Returns all beats of a template; requests them again after beats or groups change. */
export function useTemplateBeats(item: TemplateItem | null, { shown }: Pick<Desk, 'shown'>): GroupBeats {
  const session = useReadingOfPage();
  const [held, hold] = useState({ template: -1, group: nothing });
  const template = item?.group.template ?? null;
  const count = item?.group.beats ?? 0;
  const samples = shown?.beats.sample;
  useEffect(() => {
    if (session === null || template === null || samples === undefined) return undefined;
    let isHere = true;
    session.queries.group(template).then(
      (group) => {
        if (isHere) hold({ template, group });
      },
      // The reading was closed meanwhile; the next reading requests them again.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [session, template, count, samples]);
  return held.template === template ? held.group : nothing;
}
