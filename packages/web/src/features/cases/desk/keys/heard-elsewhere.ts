/** Which keys the focus takes before the desk: fields and lists all of theirs, a tab that was pressed those that move it. */
import { takesKeysItself } from '../../../../trace/time/keys.ts';

const tabKeys: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** A tab that was pressed keeps the focus and moves by its own keys; every other key goes on meaning what it means. */
export function isHeardElsewhere(target: EventTarget | null, key: string): boolean {
  if (target instanceof Element && target.closest('[role="tablist"]') !== null) return tabKeys.has(key);
  return takesKeysItself(target, key);
}
