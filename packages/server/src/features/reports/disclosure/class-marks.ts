/** The signs of the classes of beats: each has a shape of its own, so that they are told apart without their colour. */
import { paper } from '../paper-colours.ts';

type Point = readonly [number, number];
export type ClassMark = {
  readonly colour: string;
  readonly is_filled: boolean;
  /** A closed outline in hundredths of a millimetre, around its middle; y grows downwards. */
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
