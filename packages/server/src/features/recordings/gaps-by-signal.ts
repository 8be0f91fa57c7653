/**
 * Divides the listed gaps of a recording into those without any signal and those with pieces of signal. The list joins
 * gaps that are less than a second apart, or further if there are thousands (`ecg/pyramid/gap-list.ts`).
 */
import type { MarkedGap, RecordingMarks } from '@rhythmdesk/ecg/formats/marked-recording';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import {
  readStretch,
  stretchSamples,
  type SignalSource,
  type StoredFrames,
} from '../../records/recordings/stored-frames.ts';

/** Returns whether the frames have a sample of the lead; −1 is any lead. */
function hasSignal(frames: Int16Array, leads: number, lead: number): boolean {
  if (lead < 0) return frames.some((value) => value !== NO_SIGNAL);
  for (let i = lead; i < frames.length; i += leads) if (frames[i] !== NO_SIGNAL) return true;
  return false;
}

async function isWhole(
  { files }: SignalSource,
  frames: StoredFrames,
  [lead, start, end]: MarkedGap,
): Promise<boolean> {
  const leads = frames.leads.length;
  const step = stretchSamples(leads);
  for (let from = start; from < end; from += step) {
    const stretch = await readStretch(files, frames, from, Math.min(from + step, end));
    if (hasSignal(stretch, leads, lead)) return false;
  }
  return true;
}

export async function gapsBySignal(
  source: SignalSource,
  frames: StoredFrames,
  gaps: readonly MarkedGap[],
): Promise<Required<Pick<RecordingMarks, 'gaps' | 'broken_gaps'>>> {
  const whole: MarkedGap[] = [];
  const broken: MarkedGap[] = [];
  for (const gap of gaps) ((await isWhole(source, frames, gap)) ? whole : broken).push(gap);
  return { gaps: whole, broken_gaps: broken };
}
