/**
 * Registers commands while a component is on the page; they always run the newest closure. They are registered before
 * the component is painted, so that a key works as soon as its button is seen, however busy the machine is.
 */
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { type ActiveCommand, type Command, commands, type Layer } from './commands.ts';
import { useKeyNamer } from './key-names.ts';
import './keyboard.ts';

export function useCommands(list: readonly Command[], layer: Layer = 'page'): void {
  const nameOf = useKeyNamer();
  const run = useEffectEvent((index: number) => list[index]?.run());
  const holds = useEffectEvent((index: number) => list[index]?.when?.() ?? true);
  const active = list.map((each): ActiveCommand => {
    const own = each.keys.map((key) => nameOf(key, each.id));
    return { ...each, own, layer };
  });
  const shape = JSON.stringify([layer, active]);
  const register = useEffectEvent(() =>
    commands.add(active.map((each, index) => ({ ...each, run: () => run(index), when: () => holds(index) }))),
  );
  useLayoutEffect(() => register(), [shape]);
}

export function useAllCommands(): readonly ActiveCommand[] {
  return useSyncExternalStore(commands.onChange, commands.all);
}
