/** Provides the state of a wall of strips: the shown page, the excluded strips, and its commands. */
import { type Ref, type RefObject, useRef, useState } from 'react';
import type { Layer } from '../../../../ui/keys/commands.ts';
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';
import type { CommandId, KeyRow } from '../../../../ui/keys/key-table.ts';
import { useCommands } from '../../../../ui/keys/use-commands.ts';
import { type DeskRunEntry, useDeskCommands } from '../keys/use-desk-commands.ts';

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
  /** Which command of the desk it is, and its row. */
  readonly command: CommandId;
  readonly row: KeyRow;
  readonly label: (count: number) => string;
  /** Receives the button. */
  readonly button?: Ref<HTMLButtonElement>;
  readonly run: (kept: ReadonlySet<string>) => void;
};

const stepsOf = [
  ['←', -1],
  ['→', 1],
  ['↑', -across],
  ['↓', across],
] as const;

/** Moves the focus between tiles by the arrow keys. */
function focusStep(list: HTMLElement | null, by: number): void {
  const tiles = [...(list?.querySelectorAll('button') ?? [])];
  const at = tiles.findIndex((tile) => tile === document.activeElement);
  tiles[Math.min(tiles.length - 1, Math.max(0, at + (at < 0 ? 1 : by)))]?.focus();
}

type Turn = { readonly on: string; readonly from: string | null; readonly extend: boolean };

/**
 * Returns the excluded strips after a press, which toggles one strip. With Shift, all strips from the last toggled one
 * get its state.
 */
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

type WallCommands = {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly acts: readonly WallAct[];
  readonly kept: ReadonlySet<string>;
  readonly turn: (by: -1 | 1) => void;
};

/** The list of keys does not show these commands, because the dialog or pane does. */
function useWallCommands({ list, acts, kept, turn }: WallCommands, layer: Layer): void {
  const hidden = { title: '', unlisted: true } as const;
  const runs = acts.map(({ command, run }): DeskRunEntry => [
    command,
    { unlisted: true, once: true, when: () => kept.size > 0, run: () => run(kept) },
  ]);
  const table = Object.fromEntries(acts.map(({ command, row }) => [command, row]));
  useDeskCommands(table, Object.fromEntries(runs), layer);
  useDeskCommands(
    recordingKeys,
    { 'page-before': { run: () => turn(-1) }, 'page-after': { run: () => turn(1) } },
    layer,
  );
  const isOnTile = (): boolean => list.current?.contains(document.activeElement) === true;
  useCommands(
    [
      ...stepsOf.map(([key, by]) => ({
        ...{ ...hidden, id: 'wall.step', keys: [key], when: isOnTile },
        run: () => focusStep(list.current, by),
      })),
    ],
    layer,
  );
}

/** @param layer of its keys: a dialog over the desk, or a part of a tool */
export function useWall(tiles: readonly WallTile[], acts: readonly WallAct[], layer: Layer) {
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
  useWallCommands({ list, acts, kept, turn }, layer);
  const onTurn = (on: string, extend: boolean): void => {
    setOut(outAfter(out, keys, { on, from: turnedLast, extend }));
    setTurnedLast(on);
  };
  return { list, out, first, kept, turn, onTurn };
}
export type Wall = ReturnType<typeof useWall>;
