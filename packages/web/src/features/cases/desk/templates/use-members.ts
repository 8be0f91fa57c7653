/**
 * Requests representative beats of a group from the worker, again after beats were added, removed, moved or regrouped.
 */
import type { GroupMembers } from '@rhythmdesk/ecg/reading/group-members';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { useEffect, useState } from 'react';
import { useReadingOfPage } from '../../reading/reading-context.tsx';
import type { Desk } from '../session/use-desk.ts';

const none: GroupMembers = { overlay: [], worst: [] };

export function useMembers({ template, beats }: TemplateGroup, { shown }: Desk): GroupMembers {
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
  return held;
}
