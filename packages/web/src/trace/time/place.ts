/**
 * Encodes the current view of a recording in the address, so that a reload or a shared link shows the same.
 *
 * Invariants: an encoded view decodes to the same view on any screen of the same width; parts that cannot be decoded
 * keep the opening view; parts equal to the opening view are left out. The time is that of the strip's middle, in UTC:
 * on a screen of another width the same beat is in the middle.
 */
import { rhythmLead, columnCounts, layoutName, manyLeads, orderLeads } from './strip-layout.ts';
import { msAt, paperGains, paperSpeeds, sampleAt } from './time-scale.ts';
import type { RecordingClock } from './time-scale.ts';
import { firstView } from './view.ts';
import type { View } from './view.ts';

export const placeKeys = ['at', 'speed', 'gain', 'leads', 'layout', 'rhythm', 'show'] as const;
/** An absent part is undefined, which removes it from the address. */
export type RecordingPlace = { readonly [Key in (typeof placeKeys)[number]]?: string | undefined };

export type Recorded = RecordingClock & { readonly leads: readonly { readonly label: string }[] };

/** More leads than this overlap at 10 mm/mV on a usual screen; a recording with many leads opens in columns. */
const leadsAtFirst = 3;

export function openingView(recording: Recorded): View {
  const labels = recording.leads.map(({ label }) => label);
  if (labels.length >= manyLeads) {
    const view = firstView(recording, orderLeads(labels));
    const rhythm = rhythmLead(labels);
    return { ...view, columns: 4, rhythm, disclosure: rhythm, autoGain: true };
  }
  return firstView(
    recording,
    labels.slice(0, leadsAtFirst).map((_label, index) => index),
  );
}

export type Opening = {
  readonly view: View;
  /** The address names no gain, and there are several leads: on a phone the gain at which all fit is used. */
  readonly fitsNarrow: boolean;
  /** The sample that is in the middle once the screen size is known; null: the strip begins at the first sample. */
  readonly middle: number | null;
};

function leadsNamed(text: string, labels: readonly string[]): number[] {
  return text.split(',').flatMap((name) => {
    const index = labels.indexOf(name);
    return index === -1 ? [] : [index];
  });
}

function rhythmNamed(text: string | undefined, labels: readonly string[], otherwise: number | null) {
  if (text === undefined) return otherwise;
  const index = labels.indexOf(text);
  return index === -1 ? null : index;
}

function middleNamed(text: string | undefined, clock: RecordingClock): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, sampleAt(clock, ms)), clock.samples);
}

export function openPlace(recording: Recorded, place: RecordingPlace): Opening {
  const view = openingView(recording);
  const labels = recording.leads.map(({ label }) => label);
  const leads = leadsNamed(place.leads ?? '', labels);
  const columns = columnCounts.find((count) => String(count) === place.layout?.split('x')[1]);
  const gain = paperGains.find((one) => String(one) === place.gain);
  return {
    view: {
      ...view,
      speed: paperSpeeds.find((speed) => String(speed) === place.speed) ?? view.speed,
      gain: gain ?? view.gain,
      autoGain: gain === undefined && view.autoGain,
      leads: leads.length > 0 ? leads : view.leads,
      columns: columns ?? view.columns,
      rhythm: rhythmNamed(place.rhythm, labels, view.rhythm),
      alone: place.show === 'strip',
    },
    fitsNarrow: gain === undefined && (leads.length > 0 ? leads : view.leads).length > 1,
    middle: middleNamed(place.at, recording),
  };
}

/** @param middle the sample in the middle of the strip, or null while the reader has not moved */
export function recordingPlaceOf(recording: Recorded, view: View, middle: number | null): RecordingPlace {
  const opening = openingView(recording);
  const labelOf = (lead: number): string => recording.leads[lead]?.label ?? '';
  const differs = (key: 'speed' | 'gain' | 'columns' | 'rhythm'): boolean => view[key] !== opening[key];
  const names = view.leads.map(labelOf).join(',');
  return {
    at: middle === null ? undefined : new Date(Math.round(msAt(recording, middle))).toISOString(),
    speed: differs('speed') ? String(view.speed) : undefined,
    gain: !view.autoGain && (opening.autoGain || differs('gain')) ? String(view.gain) : undefined,
    leads: names === opening.leads.map(labelOf).join(',') ? undefined : names,
    layout: differs('columns') ? layoutName(view.leads.length, view.columns).replace('×', 'x') : undefined,
    rhythm: differs('rhythm') ? (view.rhythm === null ? 'none' : labelOf(view.rhythm)) : undefined,
    show: view.alone ? 'strip' : undefined,
  };
}
