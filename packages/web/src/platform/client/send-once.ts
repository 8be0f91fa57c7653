/**
 * Sends a write once if the user asks for it twice before the first answer, by a double click or by pressing Enter
 * again: a button is disabled only when the page has been drawn again. Only a repetition of the last write is left out,
 * so switching something on, off and on again sends all three.
 */
type Write = { readonly key: string; readonly answer: Promise<unknown> };

export function makeSendOnce() {
  let last: Write | null = null;
  return (key: string, write: () => Promise<unknown>): Promise<unknown> => {
    if (last?.key === key) return last.answer;
    const made: Write = {
      key,
      answer: write().finally(() => {
        if (last === made) last = null;
      }),
    };
    last = made;
    return made.answer;
  };
}
