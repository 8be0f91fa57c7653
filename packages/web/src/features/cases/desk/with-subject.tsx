/** Lets every command inside know what the next key changes. */
import type { ReactNode } from 'react';
import { useNewest } from '../../../ui/use-newest.ts';
import { keySubjectOf } from './key-subject.ts';
import { KeySubject } from './keys/use-desk-commands.ts';
import type { DeskView } from './session/desk-views.ts';
import type { Desk } from './session/use-desk.ts';

type SubjectProps = { readonly desk: Desk; readonly view: DeskView; readonly children: ReactNode };

export function WithSubject({ desk, view, children }: SubjectProps) {
  const subject = useNewest(() => keySubjectOf(desk, view));
  return <KeySubject value={subject}>{children}</KeySubject>;
}
