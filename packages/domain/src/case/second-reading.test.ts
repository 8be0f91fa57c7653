import { expect, test } from 'vitest';
import { otherCenterId, people, secondTechnician, centerId } from '../people/test-people.ts';
import type { Actor } from '../people/scope.ts';
import {
  isDrawn,
  mayGiveBackSecond,
  mayLetGoSecond,
  mayTakeSecond,
  overseesSecond,
  readsSecond,
  secondStateOf,
  seesAgreement,
  type SecondFacts,
} from './second-reading.ts';

const { TECHNICIAN: first, CHIEF: chief, CENTER: center } = people;
const drawn: SecondFacts = {
  center_id: centerId,
  first_reader_id: first.id,
  reader_id: null,
  given_back: false,
  finished: false,
};
const taken: SecondFacts = { ...drawn, reader_id: secondTechnician.id };
const finished: SecondFacts = { ...taken, finished: true };
const everybody: readonly Actor[] = [...Object.values(people), secondTechnician];
const who = (judge: (actor: Actor) => boolean): number[] => everybody.filter(judge).map(({ id }) => id);

/** Returns a reproducible series of numbers from 0 to 1 (mulberry32). */
function series(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('a share of 0 selects nothing, 100 everything, and any other about its share of many', () => {
  const most = 20_000;
  const drawnOf = (share: number | null): number => {
    const chance = series(7);
    return Array.from({ length: most }, () => isDrawn(share, chance())).filter(Boolean).length;
  };
  expect(drawnOf(null)).toBe(0);
  expect(drawnOf(100)).toBe(most);
  for (const share of [1, 5, 20, 50, 99]) {
    const expected = (most * share) / 100;
    const spread = 4 * Math.sqrt(expected * (1 - share / 100));
    expect(Math.abs(drawnOf(share) - expected)).toBeLessThan(spread);
  }
  expect([isDrawn(1, 0), isDrawn(1, 0.01), isDrawn(100, 1 - Number.EPSILON)]).toEqual([true, false, true]);
});

test('another reader of the center who did not work on the case takes it, and nobody else', () => {
  expect(who((actor) => mayTakeSecond(actor, drawn, false))).toEqual([chief.id, secondTechnician.id]);
  expect(who((actor) => mayTakeSecond(actor, drawn, true))).toEqual([]);
  expect(who((actor) => mayTakeSecond(actor, taken, false))).toEqual([]);
  expect(who((actor) => mayTakeSecond(actor, { ...drawn, center_id: otherCenterId }, false))).toEqual([]);
});

test('the head and the chiefs cancel a second reading that nobody can read, but not one of their own reading', () => {
  expect(who((actor) => mayLetGoSecond(actor, drawn, false))).toEqual([chief.id, center.id]);
  expect(who((actor) => mayLetGoSecond(actor, { ...drawn, first_reader_id: chief.id }, false))).toEqual([
    center.id,
  ]);
  expect(who((actor) => mayLetGoSecond(actor, { ...drawn, center_id: otherCenterId }, false))).toEqual([]);
  for (const facts of [taken, finished, { ...drawn, given_back: true }])
    expect(who((actor) => mayLetGoSecond(actor, facts, false))).toEqual([]);
  expect(who((actor) => mayLetGoSecond(actor, drawn, true))).toEqual([]);
});

test('its reader reads it until it ends', () => {
  expect(who((actor) => readsSecond(actor, taken))).toEqual([secondTechnician.id]);
  expect(who((actor) => readsSecond(actor, finished))).toEqual([]);
  expect(who((actor) => readsSecond(actor, { ...taken, given_back: true }))).toEqual([]);
  expect(who((actor) => readsSecond(actor, { ...taken, center_id: otherCenterId }))).toEqual([]);
});

test('its reader returns it, or the head or a chief, except a chief whose own reading is compared', () => {
  expect(who((actor) => mayGiveBackSecond(actor, taken))).toEqual([chief.id, center.id, secondTechnician.id]);
  expect(who((actor) => mayGiveBackSecond(actor, { ...taken, first_reader_id: chief.id }))).toEqual([
    center.id,
    secondTechnician.id,
  ]);
  expect(who((actor) => mayGiveBackSecond(actor, drawn))).toEqual([]);
  expect(who((actor) => mayGiveBackSecond(actor, finished))).toEqual([]);
});

test('the agreement is visible to both readers, the chiefs and the head once it is finished', () => {
  expect(who((actor) => seesAgreement(actor, taken))).toEqual([]);
  expect(who((actor) => seesAgreement(actor, finished))).toEqual([
    first.id,
    chief.id,
    center.id,
    secondTechnician.id,
  ]);
  expect(who((actor) => seesAgreement(actor, { ...finished, center_id: otherCenterId }))).toEqual([]);
});

test('it waits, is taken and is finished; only the center’s head oversees without reading', () => {
  expect([drawn, taken, finished].map(secondStateOf)).toEqual(['waiting', 'taken', 'finished']);
  expect(who(overseesSecond)).toEqual([center.id]);
});
