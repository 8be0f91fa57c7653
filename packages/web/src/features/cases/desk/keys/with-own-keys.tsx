/** Makes the key labels inside it show the user's own keys. */
import type { ReactNode } from 'react';
import { KeyNames } from '../../../../ui/keys/key-names.ts';
import type { DeskView } from '../session/desk-views.ts';
import { useDeskKeyNames } from './use-own-keys.ts';

export function WithOwnKeys({ tab, children }: { tab: DeskView; children: ReactNode }) {
  return <KeyNames value={useDeskKeyNames(tab)}>{children}</KeyNames>;
}
