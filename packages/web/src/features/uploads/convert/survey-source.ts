/**
 * Makes the first pass over a recording in another format: finds what the page shows of it, and the scales that fit it.
 */
import { detectBytes } from '@rhythmdesk/ecg/formats/detect-format';
import { diaryNotes } from '@rhythmdesk/ecg/formats/diary-notes';
import { chooseLeads, type LeadChoice } from '@rhythmdesk/ecg/formats/lead-choice';
import { SignalSurvey, type Surveyed as FoundSignal } from '@rhythmdesk/ecg/formats/signal-survey';
import { overviewBucket } from '@rhythmdesk/ecg/formats/trace-view-data';
import { hnIdWithin } from '@rhythmdesk/ecg/labels/hn-id';
import { OverviewMaker } from '@rhythmdesk/ecg/pyramid/overview';
import type { Preview } from '../check/check-result.ts';
import { sourceRefusal } from '../check/format-reason.ts';
import { countPairs } from '../check/overview-coverage.ts';
import type { Surveyed } from './convert-result.ts';
import { openSource, type OpenSource } from './open-source.ts';
import type { Source } from './source.ts';

/**
 * Returns a clock only if it is plausible. Anonymous files have 1 January 1985 (EDF+ 2.1.3.3), and an EDF's two-digit
 * year turns a recorder's 1970 into 2070.
 */
function believable(clock_ms: number | null): number | null {
  const dayMs = 86_400_000;
  return clock_ms !== null && clock_ms >= Date.UTC(1990, 0, 1) && clock_ms < Date.now() + dayMs
    ? clock_ms
    : null;
}

export type SourceSurvey = {
  readonly opened: OpenSource;
  readonly choice: LeadChoice;
  readonly signal: FoundSignal;
  readonly shown: Surveyed;
};

function leadsOf({ file, head }: OpenSource): LeadChoice {
  const chosen = chooseLeads(file.signals, file.left_out);
  if (!chosen.ok) throw sourceRefusal(chosen, head.name);
  return chosen.value;
}

function previewOf({ scales, first, sampling_hz }: FoundSignal, shares: readonly number[]): Preview | null {
  const at = shares.indexOf(Math.max(...shares));
  const lead = scales[at]?.lead;
  if (lead === undefined) return null;
  const stride = scales.length;
  const count = first.frames.length / stride;
  const samples = Int16Array.from({ length: count }, (_, frame) => first.frames[frame * stride + at] ?? 0);
  return { samples, start_ms: (first.at_sample / sampling_hz) * 1000, lead };
}

/** Returns the largest step of a lead whose own step was too fine; null if all are kept. */
function coarserStep({ file }: OpenSource, choice: LeadChoice, { scales }: FoundSignal): number | null {
  const coarser = scales.flatMap(({ lead }, place) => {
    const own = Math.abs(file.signals[choice.kept[place] ?? -1]?.gain_uv_per_lsb ?? Infinity);
    return lead.gain_uv_per_lsb > own * 1.01 ? [lead.gain_uv_per_lsb] : [];
  });
  return coarser.length === 0 ? null : Math.max(...coarser);
}

async function hnIdOf({ head }: OpenSource, { name }: Source): Promise<string | null> {
  const bytes = new Uint8Array(await head.slice(0, detectBytes).arrayBuffer());
  const letters = new TextDecoder('latin1').decode(bytes).replaceAll('\0', '');
  return hnIdWithin(name.toUpperCase()) ?? hnIdWithin(letters);
}

/** `onShare` is called with the share of the file that has been read; `signal` cancels the reading. */
export type Pass = { readonly onShare: (share: number) => void; readonly signal: AbortSignal };

/** Throws `CheckRefusal`, and an `AbortError` if it is no longer wanted. */
export async function surveySource(source: Source, { onShare, signal: stop }: Pass): Promise<SourceSurvey> {
  const opened = await openSource(source);
  const { file, head } = opened;
  const choice = leadsOf(opened);
  const hz = choice.sampling_hz;
  const count = countPairs(choice.kept.length);
  const overview = new OverviewMaker(choice.kept.length, overviewBucket(hz), 'frames', count.pushPairs);
  const survey = new SignalSurvey(file, choice, (frames) =>
    overview.addFrames(frames, 0, frames.length / choice.kept.length),
  );
  for (let piece = 0; piece < file.pieces; piece++) {
    stop.throwIfAborted();
    const fault = survey.add(await opened.read(piece));
    if (fault !== null) throw sourceRefusal(fault, head.name);
    onShare((piece + 1) / file.pieces);
  }
  const signal = survey.finish();
  if (!signal.ok) throw sourceRefusal(signal, head.name);
  overview.finish();
  const { start_ms, samples, notes, scales, flaws } = signal.value;
  const shares = count.leadShares();
  const { events, labels, left_out: notes_left_out } = diaryNotes(notes, start_ms ?? 0);
  const shown: Surveyed = {
    title: opened.title,
    hn_id: await hnIdOf(opened, source),
    clock_ms: believable(start_ms),
    clock_has_zone: file.start_has_zone,
    duration_ms: (samples / hz) * 1000,
    sampling_hz: hz,
    leads: scales.map(({ lead }, at) => ({ label: lead.label, signal_share: shares[at] ?? null })),
    coverage: count.coverage(),
    preview: previewOf(signal.value, shares),
    left_out: [...choice.left_out],
    flaws: [...flaws],
    diary: events.length,
    labels: labels > 0 || source.files.some(({ name }) => /\.atr$/i.test(name)),
    notes_left_out,
    coarser_uv: coarserStep(opened, choice, signal.value),
  };
  return { opened, choice, signal: signal.value, shown };
}
