/** Whatever names a key inside names the one that this user has for it. */
import type { ReactNode } from 'react';
import { KeyNames } from '../../../../ui/keys/key-names.ts';
import type { DeskView } from '../session/desk-views.ts';
import { useDeskKeyNames } from './use-own-keys.ts';

export function WithOwnKeys({ tab, children }: { tab: DeskView; children: ReactNode }) {
  return <KeyNames value={useDeskKeyNames(tab)}>{children}</KeyNames>;
}
