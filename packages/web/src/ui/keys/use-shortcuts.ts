/** Keys for as long as a component stands; what they run is always the newest closure. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { isOwnPress, markOwnPress } from '../../platform/own-presses.ts';
import { useKeyNamer } from './key-names.ts';
import { type Shortcut, shortcuts } from './shortcuts.ts';
import { isCovered, layerWithoutFocus } from './who-hears.ts';

export function useShortcuts(list: readonly Shortcut[]): void {
  const nameOf = useKeyNamer();
  const run = useEffectEvent((index: number) => list[index]?.run());
  const named = list.map((each) => ({
    ...each,
    shown: each.shown ?? each.keys.map((key) => nameOf(key, each.command)),
  }));
  const shape = JSON.stringify(
    named.map(({ keys, shown, label, group, footer }) => [keys, shown, label, group, footer]),
  );
  const register = useEffectEvent(() =>
    shortcuts.add(named.map((each, index) => ({ ...each, run: () => run(index) }))),
  );
  useEffect(() => register(), [shape]);
}

export function useAllShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(shortcuts.onChange, shortcuts.all);
}

function isTyping(target: EventTarget | null): boolean {
  if (isCovered()) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select')
  );
}

/** Enter and Space alone belong to a focused button, link or tab before they belong to the page. */
function actsItself(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  if (event.ctrlKey || event.metaKey) return false;
  const { target } = event;
  return (
    target instanceof HTMLElement &&
    target.closest('a[href], button, input, summary, [role=tab], [role=button]') !== null
  );
}

/** Lets a layer hear a key in place of the page; what the browser does with the key is left to it unless the layer acts. */
function passOn(event: KeyboardEvent, layer: Element): void {
  const copy = new KeyboardEvent('keydown', event);
  if (isOwnPress(event)) markOwnPress(copy);
  event.stopImmediatePropagation();
  if (!layer.dispatchEvent(copy)) event.preventDefault();
}

/** Listens for keys; called once, by the shell. */
export function useShortcutListener(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || (event.repeat && event.key === 'Enter')) return;
      const layer = layerWithoutFocus(event.target);
      if (layer !== undefined) return passOn(event, layer);
      if (actsItself(event)) return;
      const found = shortcuts.find(event, isTyping(event.target));
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
