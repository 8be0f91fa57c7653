/**
 * Defines the symbols of the beat classes. Each has its own shape, so that they can be distinguished without colour.
 */
import { paper } from '../paper-colours.ts';

type Point = readonly [number, number];
export type ClassMark = {
  readonly colour: string;
  readonly is_filled: boolean;
  /** A closed outline in hundredths of a millimetre around its centre; y points down. */
  readonly outline: readonly Point[];
};

export const markedClasses = ['V', 'S', 'F', 'P'] as const;
export type MarkedClass = (typeof markedClasses)[number];

const triangle: readonly Point[] = [
  [-45, -40],
  [45, -40],
  [0, 45],
];
const diamond: readonly Point[] = [
  [0, -50],
  [45, 0],
  [0, 50],
  [-45, 0],
];
const square: readonly Point[] = [
  [-38, -38],
  [38, -38],
  [38, 38],
  [-38, 38],
];
const bar: readonly Point[] = [
  [-10, -50],
  [10, -50],
  [10, 50],
  [-10, 50],
];

export const classMarks = {
  V: { colour: paper.beats.V, is_filled: true, outline: triangle },
  S: { colour: paper.beats.S, is_filled: false, outline: diamond },
  F: { colour: paper.beats.F, is_filled: false, outline: square },
  P: { colour: paper.beats.P, is_filled: true, outline: bar },
} as const satisfies Record<MarkedClass, ClassMark>;
