/**
 * Shows a dialog or menu whose code is loaded on demand. Until it is loaded, key presses are held for it
 * (`held-keys.ts`), so nothing that is typed after the key that opened the dialog runs as a command of the page.
 */
import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { holdKeys } from '../keys/hold-keys.ts';

function KeysWait() {
  useLayoutEffect(() => holdKeys(), []);
  return null;
}

export function DialogSlot({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<KeysWait />}>{children}</Suspense>;
}
