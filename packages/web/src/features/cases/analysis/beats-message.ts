/** Defines the messages between the page and the worker that reads a beat file. */
import type { ReadBeats } from '../reading/read-beats.ts';

export type BeatsAnswer =
  | { readonly ok: true; readonly beats: ReadBeats }
  | { readonly ok: false; readonly code: string };

export function isBeatsAnswer(value: unknown): value is BeatsAnswer {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
  return value.ok === true ? 'beats' in value : 'code' in value;
}
