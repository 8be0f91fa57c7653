/**
 * Counts the dialogs that were requested and are not drawn yet. It is a separate module because the sign-in page loads
 * it, and the keyboard (`held-keys.ts`) is loaded only with the signed-in page.
 */
type Keeper = { readonly onBegin: () => void; readonly onEnd: () => void };

let awaited = 0;
let keeper: Keeper | null = null;

export const isDialogAwaited = (): boolean => awaited > 0;

/** Sets the callbacks for the first requested dialog, and for each dialog that is drawn or cancelled. */
export function setKeeper(next: Keeper): void {
  keeper = next;
}

/** Blocks keys until the returned function is called, when the dialog has the focus. */
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
