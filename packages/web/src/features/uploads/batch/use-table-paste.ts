/** Treats rows that are pasted on the page outside a field as a list of patients. */
import { useEffect, useEffectEvent } from 'react';

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

export function useTablePaste(onRows: (text: string) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isField(event.target) || !/[\t,;][^\n]*\n/.test(text)) return;
    event.preventDefault();
    onRows(text);
  });
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('paste', (event) => take(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
