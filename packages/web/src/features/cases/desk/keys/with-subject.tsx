/** Provides to every command inside it which kind of object the next key press changes. */
import type { ReactNode } from 'react';
import { useNewest } from '../../../../ui/use-newest.ts';
import type { DeskView } from '../session/desk-views.ts';
import type { Desk } from '../session/use-desk.ts';
import type { DeskSubject, DeskTool } from './desk-tool.ts';
import { KeySubject, subjectOf } from './subject.ts';

type SubjectProps = {
  readonly tools: readonly Pick<DeskTool, 'subject'>[];
  readonly desk: Desk;
  readonly view: DeskView;
  readonly children: ReactNode;
};

/** Returns what the next key changes. If several tools claim it, the last one in the list wins. */
function keySubjectOf({ tools, desk, view }: Omit<SubjectProps, 'children'>): DeskSubject {
  const own = tools.flatMap(({ subject }) => subject?.(desk, view) ?? []);
  return own.at(-1) ?? subjectOf(desk);
}

export function WithSubject({ children, ...of }: SubjectProps) {
  const subject = useNewest(() => keySubjectOf(of));
  return <KeySubject value={subject}>{children}</KeySubject>;
}
