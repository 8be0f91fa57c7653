/** Provides the practice for tests: the recording, and the reading after any edits. */
import { encodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { practiceRecording } from '@rhythmdesk/ecg/synth/practice-recording';
import { createFolding } from '../reading/folding.ts';
import type { ShownReading } from '../reading/reading-state.ts';

export const practice = practiceRecording();

export function readingOf(edits: readonly ReadingEdit[]): ShownReading {
  const log = edits.map((edit, i) => ({ sequence: i + 1, analysis_version: 1, edit }));
  const bytes = Uint8Array.from(encodeBeats(practice.analysis)).buffer;
  const figures = { criteria: defaultCriteria, engine_version: 'practice' };
  const folded = createFolding()({ kind: 'open', bytes, earlier: [], figures, log });
  if (typeof folded === 'string' || !('findings' in folded)) throw new Error('no reading');
  if (folded.beats === null || !('sample' in folded.beats)) throw new Error('no beats');
  return { ...folded, beats: folded.beats };
}

const asItCame = readingOf([]);
const { planted, truth } = practice;
const spanOf = (kind: string, at: number) => {
  const found = asItCame.findings.find(
    (one) => one.kind === kind && one.start_sample <= at && one.end_sample >= at,
  );
  if (found === undefined) throw new Error(`no ${kind} at ${String(at)}`);
  return { kind: found.kind, start_sample: found.start_sample, end_sample: found.end_sample };
};
const trueSpan = (kind: string) => {
  const [one] = truth.episodes.filter((each) => each.kind === kind);
  if (one === undefined) throw new Error(`no ${kind}`);
  return spanOf(kind, Math.round((one.start + one.end) / 2));
};
const list = (samples: readonly number[]) => ({ by: 'list' as const, samples });
const fibrillation = trueSpan('af');
const first = truth.samples.find((sample) => sample >= planted.fibrillation.start) ?? 0;

/** The edits of a reader who makes no mistake, by the step that they complete. */
export const mending = {
  accept: { kind: 'judge_finding', finding: trueSpan('vt'), verdict: 'accepted' },
  reject: {
    kind: 'judge_finding',
    finding: spanOf('vt', Math.round((planted.artefact.start + planted.artefact.end) / 2)),
    verdict: 'rejected',
  },
  move: {
    ...{ kind: 'add_episode', rhythm: 'af', instead_of: fibrillation },
    ...{ start_sample: first, end_sample: fibrillation.end_sample },
  },
  pause: { kind: 'judge_finding', finding: trueSpan('pause'), verdict: 'accepted' },
  relabel: { kind: 'relabel_beats', beats: list([planted.early]), label: 'S' },
  template: { kind: 'relabel_beats', beats: { by: 'template', template: 2 }, label: 'V' },
  split: { kind: 'relabel_beats', beats: list(planted.hidden), label: 'V' },
  strip: { kind: 'add_strip', start_sample: 0, end_sample: 2000, caption: '', order: 1 },
} as const satisfies Readonly<Record<string, ReadingEdit>>;
