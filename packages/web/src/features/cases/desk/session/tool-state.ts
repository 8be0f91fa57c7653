/** Keeps the state of a tool while a desk is open, across its tabs. */
import type { Desk } from './use-desk.ts';

/** Each desk has its own state, which is created when the tool first requests it. */
export function toolState<State extends object>(make: () => State): (desk: Pick<Desk, 'identity'>) => State {
  const states = new WeakMap<object, State>();
  return ({ identity }) => {
    const known = states.get(identity);
    if (known !== undefined) return known;
    const made = make();
    states.set(identity, made);
    return made;
  };
}
