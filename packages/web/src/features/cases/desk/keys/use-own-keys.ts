/**
 * The desk with the user's own keys: what is pressed is heard as the usual key of the command that it means, and every
 * cap, the footer and `?` show the user's key.
 */
import { useEffect, useEffectEvent, useMemo } from 'react';
import { isOwnPress, markOwnPress } from '../../../../platform/own-presses.ts';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import { type KeyNamer, usualName } from '../../../../ui/keys/key-names.ts';
import { actsOnEnter, layersOver } from '../../../../ui/keys/who-hears.ts';
import { isHeardElsewhere } from './heard-elsewhere.ts';
import type { DeskView } from '../session/desk-views.ts';
import {
  type KeySituation,
  knownKeys,
  meantKey,
  nothing,
  type OwnKeys,
  printedKey,
  usualPress,
} from './own-keys.ts';

const none: OwnKeys = {};

export function useOwnKeys(): OwnKeys {
  const kept = useSessionUser().preferences.desk_keys;
  return useMemo(() => (kept === undefined ? none : knownKeys(kept)), [kept]);
}

export function useDeskKeyNames(tab: DeskView): KeyNamer {
  const own = useOwnKeys();
  return useMemo(
    () => (own === none ? usualName : (usual, command) => printedKey(usual, command, tab, own)),
    [own, tab],
  );
}

/** A wall lies over the desk and is read by its keys; any other dialog or menu has keys of its own. */
const hasOwnKeys = (): boolean => layersOver().some((one) => one.closest('[data-desk-wall]') === null);

/** Enter and Space press what has the focus; a row of the desk's own lists leaves them to the desk. */
const pressesFocus = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  actsOnEnter(target) &&
  !(target instanceof Element && target.closest('[aria-current], [data-desk-wall]') !== null);

/** Hears keys before everything else on the desk. */
export function useOwnPresses(situation: () => KeySituation): void {
  const own = useOwnKeys();
  const letters = useSessionUser().preferences.single_letter_keys;
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (own === none || isOwnPress(event) || event.defaultPrevented || event.isComposing) return;
    if (event.target === null || hasOwnKeys() || pressesFocus(event)) return;
    const isWall = document.querySelector('[data-desk-wall]') !== null;
    if (!isWall && isHeardElsewhere(event.target, event.key)) return;
    const there = isWall ? { ...situation(), subject: 'beats' as const } : situation();
    const meant = meantKey(event, there, { own, letters });
    if (meant === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (meant === nothing) return;
    const { repeat } = event;
    const usual = { ...usualPress(meant), repeat, bubbles: true, cancelable: true, composed: true };
    const usualEvent = new KeyboardEvent('keydown', usual);
    markOwnPress(usualEvent);
    event.target.dispatchEvent(usualEvent);
  });
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener('keydown', (event) => pressed(event), { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, []);
}
