/** Provides a desk for tests of its parts, on a recording without signal. */
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { vi } from 'vitest';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { createFolding } from '../../reading/folding.ts';
import type { Desk } from './use-desk.ts';

export const testDesk = (of: Partial<Desk> = {}): Desk => ({
  identity: {},
  groups: [],
  fresh: 0,
  settle: vi.fn(),
  current: null,
  writes: true,
  open: vi.fn(),
  read: vi.fn(),
  step: vi.fn(),
  write: vi.fn(),
  awaitItem: vi.fn(),
  shown: null,
  view: viewHandle,
  ...of,
});

/** Returns the reading of these beats, as the worker answers it; all are normal unless classes are given. */
export function shownReading(
  samples: Uint32Array,
  classes: Uint8Array = new Uint8Array(samples.length).fill(1),
): NonNullable<Desk['shown']> {
  const column = (value: number): Uint8Array => new Uint8Array(samples.length).fill(value);
  const used = new Uint8Array(400);
  const table = {
    ...{ sampling_hz: 250, length: 100_000, samples, classes, shapes: [] },
    ...{ templates: column(0), confidence: column(90), leads: column(0), af: column(0) },
    ...{ onsets: column(0), offsets: column(0) },
  };
  const file = encodeBeats({ beats: table, quality: { seconds: 400, leads: [used], used } });
  const answer = createFolding()({
    kind: 'open',
    bytes: file.slice().buffer,
    earlier: [],
    figures: { criteria: defaultCriteria, engine_version: 'e' },
    log: [],
  });
  if (typeof answer === 'string' || !('beats' in answer)) throw new Error('no reading');
  if (answer.beats === null || !('sample' in answer.beats)) throw new Error('no beats');
  return { ...answer, beats: answer.beats };
}
