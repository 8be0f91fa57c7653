/** Provides a reading without a server, for tests of components: the test sets its state. */
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { createFolding } from './folding.ts';
import { ReadingSession } from './reading-session.ts';
import type { ReadingState, ShownReading } from './reading-state.ts';
import type { ReadingQueries } from './reading-thread.ts';

const never = (): Promise<never> => new Promise(() => undefined);

export function testReading(
  state: Partial<ReadingState> = {},
  queries: Partial<ReadingQueries> = {},
): ReadingSession {
  const answers = { members: never, group: never, changes: never, ...queries };
  const session = new ReadingSession({
    ...{
      read: never,
      append: never,
      changeLock: never,
      beats: never,
      wait: never,
      looks_on: false,
      now: () => 0,
    },
    thread: { fold: never, checksum: never, close: () => undefined, ...answers },
  });
  session.state.set({ ...session.state.get(), ...state });
  return session;
}

/** Returns the reading of these beats, as the worker answers it; all are normal unless classes are given. */
export function shownReading(
  samples: Uint32Array,
  classes: Uint8Array = new Uint8Array(samples.length).fill(1),
): ShownReading {
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
