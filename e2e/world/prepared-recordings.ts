/**
 * Lists the recordings of the template, analysed once for each run; a case of a journey gets a copy of the rows of one
 * of them.
 */
import {
  drawnRecording,
  mixedRecording,
  tachycardiaRecording,
  type KnownRecording,
} from '../known-recordings.ts';

export const preparedNames = ['ventricular', 'plain', 'mixed'] as const;
export type PreparedRecording = (typeof preparedNames)[number];

export const drawPrepared: Readonly<Record<PreparedRecording, () => KnownRecording>> = {
  /** Ten minutes with runs of ventricular tachycardia. */
  ventricular: tachycardiaRecording,
  /** Two minutes of a regular rhythm. */
  plain: () => drawnRecording(120),
  /** Twenty minutes with several kinds of finding that occur more than once. */
  mixed: mixedRecording,
};

/** Returns the HN ID of the case in the template that has the recording. */
export const preparedHnId = (name: PreparedRecording): string => `HN0${name.toUpperCase()}`;
