/**
 * Counts the dialogs that were asked for and are not drawn yet. It is a module of its own because the sign-in page loads
 * it, and the keyboard (`held-keys.ts`) only comes with the signed-in page.
 */
type Keeper = { readonly onBegin: () => void; readonly onEnd: () => void };

let awaited = 0;
let keeper: Keeper | null = null;

export const isDialogAwaited = (): boolean => awaited > 0;

/** Names who is called when the first dialog is asked for, and whenever one is drawn or given up. */
export function setKeeper(next: Keeper): void {
  keeper = next;
}

/** Holds keys back from now on, until the returned function is called and the dialog has the focus. */
export function holdKeys(): () => void {
  if (awaited === 0) keeper?.onBegin();
  awaited += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    awaited -= 1;
    keeper?.onEnd();
  };
}
