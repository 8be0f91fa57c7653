// Reads HL7 annotated ECG (aECG, PORT_MT020001) as recordings: the rhythm series with its leads, scale and time. A
// library outside of this package parses the XML. Source: HL7 v3 aECG implementation guide (Brown and Badilini, 2005).
//
// Series and sequence sets are joined by their times; derived series (median beats) are skipped. Data about the subject
// or the trial is not read, nor are the annotations: they refer to findings, not to samples.
//
// The leads of a set share one time line, so that a lead of another length than most has lost or gained samples: it is
// left out. Of a document that is cut, all leads before the end are read.

import { decimalOf } from './byte-text.ts';
import { parseCompactTime, type CompactTime } from './compact-time.ts';
import { apartFlaw, joinStretches, type Joined, type LeadStretch } from './join-stretches.ts';
import { distinctLabels } from './lead-names.ts';
import type { FormatRefusal, Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import { addFlaws } from './piecewise.ts';
import type { LeftOut, LeftOutReason, Recording, RecordingLead, SourceFlaw } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import { microvoltsPerUnit, whyNoVoltage } from './voltage-units.ts';

/** An element: names without their prefix, its own text joined. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

export interface XmlRoot extends XmlElement {
  /** Whether the document ends early: between two tags, or in the text of its last element. */
  readonly cut: 'no' | 'between' | 'in-text';
  /** Letters behind the root's end. */
  readonly after: number;
}

const MAX_LEADS = 64;

/** Reads a document. Refuses with the `aecg/` faults. */
export function readAecg(root: XmlRoot): Parsed<Recording> {
  if (root.name !== 'AnnotatedECG') return refuse('aecg/root', { found: root.name });
  const series = children(root, 'component').flatMap((component) => children(component, 'series'));
  const sets = series
    .flatMap((one) => children(one, 'component'))
    .flatMap((component) => children(component, 'sequenceSet'));
  const read = readSets(sets, root.cut === 'in-text' ? lastOf(root) : null);
  if (!read.ok) return read;
  const { stretches, left_out, has_zone } = read.value;
  if (stretches.length + left_out.length === 0) return refuse('aecg/no-waveform');
  const joined = joinStretches(stretches);
  const effective = effectiveStart(root, series);
  const begin = beginOf(joined, has_zone, effective.time);
  const isUnread = begin === null && effective.unreadable !== '';
  return parsed({
    ...{ start_ms: begin?.at_ms ?? null, start_has_zone: begin?.has_zone ?? false },
    ...{ leads: joined?.leads ?? [], notes: [], left_out: withoutRepeats(left_out) },
    flaws: [
      ...(root.cut === 'no' ? [] : [{ code: 'file-damaged', detail: {} } as const]),
      ...(root.after === 0 ? [] : [{ code: 'bytes-after', detail: { bytes: root.after } } as const]),
      ...read.value.flaws,
      ...(isUnread ? [{ code: 'start-unreadable', detail: { found: effective.unreadable } } as const] : []),
      ...apartFlaw(joined),
    ],
  });
}

/** Returns the last element of a document, in which it ends if it is cut. */
function lastOf(element: XmlElement): XmlElement {
  let last = element;
  for (let child = last.children.at(-1); child !== undefined; child = last.children.at(-1)) last = child;
  return last;
}

function readSets(sets: readonly XmlElement[], cut: XmlElement | null) {
  const stretches: LeadStretch[] = [];
  const left_out: LeftOut[] = [];
  const flaws: SourceFlaw[] = [];
  let has_zone = false;
  let fault: FormatRefusal = refuse('aecg/no-waveform');
  let damaged = 0;
  for (const set of sets) {
    const read = readSet(set, cut, sets.length === 1);
    if (!read.ok) {
      if (damaged++ === 0) fault = read;
      continue;
    }
    has_zone ||= read.value.has_zone;
    stretches.push(...read.value.stretches);
    left_out.push(...read.value.left_out);
    addFlaws(flaws, read.value.flaws);
  }
  if (damaged === sets.length) return fault;
  if (damaged > 0) flaws.push({ code: 'parts-damaged', detail: { count: damaged } });
  return parsed({ stretches, left_out, flaws, has_zone });
}

/** Returns when the recording began: by its own times, or by those of `effective` if its times are relative. */
function beginOf(
  joined: Joined | null,
  has_zone: boolean,
  effective: CompactTime | null,
): CompactTime | null {
  if (joined === null) return null;
  if (joined.at_ms >= EARLIEST_MS) return { at_ms: joined.at_ms, has_zone };
  return effective === null ? null : { ...effective, at_ms: effective.at_ms + joined.at_ms - RELATIVE_MS };
}

/** A lead that is left out in every sequence set is named once. */
const withoutRepeats = (leads: readonly LeftOut[]): LeftOut[] => [
  ...new Map(leads.map((one) => [one.label, one])).values(),
];

/**
 * Returns when a recording of relative times began: at the effective time of its series, else of the document; otherwise
 * what they state that is no time.
 */
function effectiveStart(root: XmlElement, series: readonly XmlElement[]) {
  let unreadable = '';
  for (const element of [...series, root]) {
    const effective = childOf(element, 'effectiveTime');
    const low = childOf(effective, 'low') ?? childOf(effective, 'center') ?? effective;
    const text = low?.attributes['value'] ?? '';
    const time = parseCompactTime(text);
    if (time !== null) return { time, unreadable: '' };
    unreadable ||= text;
  }
  return { time: null, unreadable };
}

/** Times without a reference are stored far before any real clock: they order sequence sets but give no date. */
const EARLIEST_MS = Date.UTC(1900, 0);
const RELATIVE_MS = Date.UTC(1000, 0);

interface SetOfSequences {
  readonly stretches: readonly LeadStretch[];
  readonly left_out: readonly LeftOut[];
  readonly flaws: readonly SourceFlaw[];
  readonly has_zone: boolean;
}

/** Reads a set; `cut` is the element in whose text the document ends. An only set needs no readable start. */
function readSet(set: XmlElement, cut: XmlElement | null, isOnly: boolean): Parsed<SetOfSequences> {
  const sequences = children(set, 'component').flatMap((component) => children(component, 'sequence'));
  const timeLine = sequences.map(readTimes).find((times) => times !== null);
  if (timeLine === undefined || (timeLine.unreadable !== null && !isOnly)) return refuse('aecg/time');
  const voltages = sequences.filter((sequence) => digitsOf(sequence) !== null);
  if (voltages.length > MAX_LEADS) return refuse('aecg/leads', { found: voltages.length });
  const labels = distinctLabels(voltages.map((sequence, i) => labelOf(sequence) || `lead ${i + 1}`));
  const read = voltages.map((sequence, i) => {
    const label = labels[i] ?? '';
    if (digitsOf(sequence) === cut) return { label, why: 'damaged' } as const;
    const lead = readLead(sequence, label, timeLine.sampling_hz);
    return typeof lead === 'string' ? { label, why: lead } : lead;
  });
  const length = commonLength(read.flatMap((one) => ('why' in one ? [] : [one])));
  const stretches: LeadStretch[] = [];
  const left_out: LeftOut[] = [];
  let unreadable = 0;
  for (const one of read) {
    if ('why' in one) left_out.push(one);
    else if (one.lead.samples.length !== length) left_out.push({ label: one.lead.label, why: 'damaged' });
    else {
      stretches.push({ lead: one.lead, at_ms: timeLine.head.at_ms });
      unreadable += one.unreadable;
    }
  }
  const flaws: SourceFlaw[] = [];
  if (unreadable > 0) flaws.push({ code: 'samples-unreadable', detail: { count: unreadable } });
  if (timeLine.unreadable !== null)
    flaws.push({ code: 'start-unreadable', detail: { found: timeLine.unreadable } });
  return parsed({ stretches, left_out, flaws, has_zone: timeLine.head.has_zone });
}

/** Returns the length that most leads have; of two equally common ones, the greater. */
function commonLength(read: readonly LeadOfDigits[]): number {
  const counts = new Map<number, number>();
  for (const { lead } of read) counts.set(lead.samples.length, (counts.get(lead.samples.length) ?? 0) + 1);
  return [...counts].sort(([a, times], [b, more]) => more - times || b - a)[0]?.[0] ?? 0;
}

const digitsOf = (sequence: XmlElement): XmlElement | null => childOf(childOf(sequence, 'value'), 'digits');

interface TimeLine {
  readonly head: CompactTime;
  readonly sampling_hz: number;
  /** The text of a start that is no time. */
  readonly unreadable: string | null;
}

const secondsPerUnit = new Map([
  ['s', 1],
  ['ms', 1e-3],
  ['us', 1e-6],
]);

function readTimes(sequence: XmlElement): TimeLine | null {
  const code = childOf(sequence, 'code')?.attributes['code'] ?? '';
  if (!code.startsWith('TIME_')) return null;
  const value = childOf(sequence, 'value');
  const head = childOf(value, 'head')?.attributes ?? {};
  const increment = childOf(value, 'increment')?.attributes ?? {};
  const seconds = decimalOf(increment['value']) * (secondsPerUnit.get(increment['unit'] ?? '') ?? Number.NaN);
  const hz = Math.round(1e6 / seconds) / 1e6;
  if (!(hz > 0 && Number.isFinite(hz))) return null;
  const absolute = parseCompactTime(head['value'] ?? '');
  if (absolute !== null) return { head: absolute, sampling_hz: hz, unreadable: null };
  const relative = decimalOf(head['value'] ?? '0') * (secondsPerUnit.get(head['unit'] ?? 's') ?? Number.NaN);
  const isTime = Number.isFinite(relative);
  return {
    head: { at_ms: RELATIVE_MS + (isTime ? relative * 1000 : 0), has_zone: false },
    sampling_hz: hz,
    unreadable: isTime ? null : (head['value'] ?? ''),
  };
}

interface LeadOfDigits {
  readonly lead: RecordingLead;
  /** Samples that are no numbers. */
  readonly unreadable: number;
}

function readLead(sequence: XmlElement, label: string, hz: number): LeadOfDigits | LeftOutReason {
  const value = childOf(sequence, 'value');
  const origin = childOf(value, 'origin')?.attributes ?? {};
  const scale = childOf(value, 'scale')?.attributes ?? {};
  const unit = microvoltsPerUnit(scale['unit'] ?? '');
  if (unit === null) return whyNoVoltage(scale['unit'] ?? '');
  const gain = decimalOf(scale['value']) * unit;
  const originUv = decimalOf(origin['value'] ?? '0') * (microvoltsPerUnit(origin['unit'] ?? 'uV') ?? unit);
  if (!Number.isFinite(gain) || gain === 0 || !Number.isFinite(originUv)) return 'no-scale';
  const read = readDigits(digitsOf(sequence)?.text ?? '');
  if (read === null) return 'damaged';
  const zero = originUv === 0 ? 0 : -originUv / gain;
  const { samples, unreadable } = read;
  return { lead: { label, sampling_hz: hz, gain_uv_per_lsb: gain, zero_lsb: zero, samples }, unreadable };
}

/** Share of the words of a lead that may be garbage. */
const MOST_UNREADABLE = 0.1;

/** Reads whole numbers separated by spaces or commas; anything else is a missing sample. Null if there is nothing, or too much else. */
function readDigits(text: string): { samples: Int32Array; unreadable: number } | null {
  const samples = new Int32Array(Math.ceil(text.length / 2));
  let count = 0;
  let unreadable = 0;
  for (const [word] of text.matchAll(/[^\s,;]+/g)) {
    const isNumber = /^[-+]?\d{1,9}(?:\.0*)?$/.test(word);
    if (!isNumber) unreadable++;
    samples[count++] = isNumber ? Number(word) : NO_SAMPLE;
  }
  if (count === 0 || unreadable > MOST_UNREADABLE * count) return null;
  return { samples: samples.slice(0, count), unreadable };
}

function labelOf(sequence: XmlElement): string {
  const code = childOf(sequence, 'code')?.attributes['code'] ?? '';
  const name = code.replace(/^MDC_ECG_LEAD_/, '');
  return /^AV[RLF]$/.test(name) ? `aV${name.slice(2)}` : name;
}

function children(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return element?.children.find((child) => child.name === name) ?? null;
}
