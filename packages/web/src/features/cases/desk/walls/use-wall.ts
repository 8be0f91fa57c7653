/** The state of a wall of strips: which page of it stands, what was taken out, and the keys that it hears. */
import { useRef, useState } from 'react';
import type { DeskKeyId } from '../keys/desk-keys.ts';

export const across = 5;
export const pageSize = across * across;

export type WallTile = {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly time: string;
  readonly fact: string;
};
export type WallAct = {
  readonly keyName: string;
  /** Which command of the desk it is. */
  readonly command: DeskKeyId;
  /** As the browser names it. */
  readonly key: string;
  readonly label: (count: number) => string;
  readonly run: (kept: ReadonlySet<string>) => void;
};
type WallPress = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'>;

const stepsOf: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -across,
  ArrowDown: across,
};

/** Which tile the arrows reach, from the one that has the focus. */
function focusStep(list: HTMLElement | null, by: number): void {
  const tiles = [...(list?.querySelectorAll('button') ?? [])];
  const at = tiles.findIndex((tile) => tile === document.activeElement);
  tiles[Math.min(tiles.length - 1, Math.max(0, at + (at < 0 ? 1 : by)))]?.focus();
}

type Turn = { readonly on: string; readonly from: string | null; readonly extend: boolean };

/** What is out after a press: one turns; with Shift all from the one that was turned last stand as that one does. */
function outAfter(
  out: ReadonlySet<string>,
  keys: readonly string[],
  { on, from, extend }: Turn,
): ReadonlySet<string> {
  const next = new Set(out);
  const [a, b] = [keys.indexOf(from ?? on), keys.indexOf(on)];
  if (!extend || from === null || a < 0) {
    if (!next.delete(on)) next.add(on);
    return next;
  }
  for (const key of keys.slice(Math.min(a, b), Math.max(a, b) + 1))
    if (out.has(from)) next.add(key);
    else next.delete(key);
  return next;
}

export function useWall(tiles: readonly WallTile[], acts: readonly WallAct[]) {
  const list = useRef<HTMLUListElement>(null);
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const [first, setFirst] = useState(0);
  const [turnedLast, setTurnedLast] = useState<string | null>(null);
  const keys = tiles.map(({ key }) => key);
  const kept = new Set(keys.filter((key) => !out.has(key)));
  const turn = (by: -1 | 1): void => {
    const next = first + by * pageSize;
    if (next >= 0 && next < tiles.length) setFirst(next);
  };
  /** Whether the wall took the key. */
  const hears = (press: WallPress): boolean => {
    const { key } = press;
    const by = stepsOf[key];
    const act = acts.find((one) => one.key === key || one.key === key.toLowerCase());
    const hasModifier = press.ctrlKey || press.altKey || press.metaKey;
    if (by !== undefined && list.current?.contains(document.activeElement) === true)
      focusStep(list.current, by);
    else if (key === 'PageUp' || key === 'PageDown') turn(key === 'PageUp' ? -1 : 1);
    else if (act !== undefined && !hasModifier && !press.repeat && kept.size > 0) act.run(kept);
    else return false;
    return true;
  };
  const onTurn = (on: string, extend: boolean): void => {
    setOut(outAfter(out, keys, { on, from: turnedLast, extend }));
    setTurnedLast(on);
  };
  return { list, out, first, kept, turn, hears, onTurn };
}
export type Wall = ReturnType<typeof useWall>;
