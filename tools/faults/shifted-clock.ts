/**
 * Shifts the clock of a program that loads this file first (`--import`): the offset in milliseconds is read from a file
 * at each call. Timers and `performance.now` are not affected, as when a machine's clock is set.
 */
import { readFileSync } from 'node:fs';

const place = process.env['CLOCK_OFF_FILE'] ?? '';
const Machine = Date;

function shiftedNow(): number {
  const offMs = Number(readFileSync(place, 'utf8'));
  return Machine.now() + (Number.isFinite(offMs) ? offMs : 0);
}

const shifted = new Proxy(Machine, {
  construct: (target, given: readonly unknown[]): object => {
    const made: unknown = Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given);
    if (made instanceof Machine) return made;
    throw new Error('a date was not made');
  },
  get: (target, name): unknown => (name === 'now' ? shiftedNow : Reflect.get(target, name)),
});
Reflect.set(globalThis, 'Date', shifted);
