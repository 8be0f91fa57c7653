// Reads HL7 annotated ECG (aECG, PORT_MT020001) as recordings: the rhythm series with its leads, scale and time. A
// library outside of this package parses the XML. Source: HL7 v3 aECG implementation guide (Brown and Badilini, 2005).
//
// Series and sequence sets are joined by their times; derived series (median beats) are skipped. Data about the subject
// or the trial is not read, nor are the annotations: they refer to findings, not to samples.

import { decimalOf } from './byte-text.ts';
import { parseCompactTime, type CompactTime } from './compact-time.ts';
import { joinStretches, type LeadStretch } from './join-stretches.ts';
import { distinctLabels } from './lead-names.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { LeftOut, LeftOutReason, Recording, RecordingLead } from './recording.ts';
import { microvoltsPerUnit, whyNoVoltage } from './voltage-units.ts';

/** An element: names without their prefix, its own text joined. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const MAX_LEADS = 64;

/** Reads a document. Refuses with the `aecg/` faults. */
export function readAecg(root: XmlElement): Parsed<Recording> {
  if (root.name !== 'AnnotatedECG') return refuse('aecg/root', { found: root.name });
  const series = children(root, 'component').flatMap((component) => children(component, 'series'));
  const sets = series
    .flatMap((one) => children(one, 'component'))
    .flatMap((component) => children(component, 'sequenceSet'));
  const stretches: LeadStretch[] = [];
  const left_out: LeftOut[] = [];
  let hasZone = false;
  for (const set of sets) {
    const read = readSet(set);
    if (!read.ok) return read;
    hasZone ||= read.value.has_zone;
    stretches.push(...read.value.stretches);
    left_out.push(...read.value.left_out);
  }
  const rest = { start_has_zone: false, notes: [], left_out: withoutRepeats(left_out) };
  if (stretches.length + left_out.length === 0) return refuse('aecg/no-waveform');
  if (stretches.length === 0) return parsed({ ...rest, start_ms: null, leads: [], flaws: [] });
  const joined = joinStretches(stretches);
  if (joined === null) return refuse('aecg/series', { found: sets.length });
  const isKnown = joined.at_ms >= EARLIEST_MS;
  const began = isKnown ? null : effectiveStart(root, series);
  const start_ms = isKnown ? joined.at_ms : began === null ? null : began.at_ms + joined.at_ms - RELATIVE_MS;
  return parsed({
    ...rest,
    start_ms,
    start_has_zone: isKnown ? hasZone : (began?.has_zone ?? false),
    leads: joined.leads,
    flaws: [],
  });
}

/** A lead that is left out in every sequence set is named once. */
const withoutRepeats = (leads: readonly LeftOut[]): LeftOut[] => [
  ...new Map(leads.map((one) => [one.label, one])).values(),
];

/** Returns when a recording of relative times began: at the effective time of its series, else of the document. */
function effectiveStart(root: XmlElement, series: readonly XmlElement[]): CompactTime | null {
  for (const element of [...series, root]) {
    const effective = childOf(element, 'effectiveTime');
    const low = childOf(effective, 'low') ?? childOf(effective, 'center') ?? effective;
    const time = parseCompactTime(low?.attributes['value'] ?? '');
    if (time !== null) return time;
  }
  return null;
}

/** Times without a reference are stored far before any real clock: they order sequence sets but give no date. */
const EARLIEST_MS = Date.UTC(1900, 0);
const RELATIVE_MS = Date.UTC(1000, 0);

interface SetOfSequences {
  readonly stretches: readonly LeadStretch[];
  readonly left_out: readonly LeftOut[];
  readonly has_zone: boolean;
}

function readSet(set: XmlElement): Parsed<SetOfSequences> {
  const sequences = children(set, 'component').flatMap((component) => children(component, 'sequence'));
  const timeLine = sequences.map(readTimes).find((times) => times !== null);
  if (timeLine === undefined) return refuse('aecg/time');
  const voltages = sequences.filter((sequence) => childOf(childOf(sequence, 'value'), 'digits') !== null);
  if (voltages.length > MAX_LEADS) return refuse('aecg/leads', { found: voltages.length });
  const labels = distinctLabels(voltages.map((sequence, i) => labelOf(sequence) || `lead ${i + 1}`));
  const stretches: LeadStretch[] = [];
  const left_out: LeftOut[] = [];
  for (const [i, sequence] of voltages.entries()) {
    const label = labels[i] ?? '';
    const lead = readLead(sequence, label, timeLine.sampling_hz);
    if (typeof lead === 'string') left_out.push({ label, why: lead });
    else stretches.push({ lead, at_ms: timeLine.head.at_ms });
  }
  return parsed({ stretches, left_out, has_zone: timeLine.head.has_zone });
}

interface TimeLine {
  readonly head: CompactTime;
  readonly sampling_hz: number;
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
  if (absolute !== null) return { head: absolute, sampling_hz: hz };
  const relative = decimalOf(head['value'] ?? '0') * (secondsPerUnit.get(head['unit'] ?? 's') ?? Number.NaN);
  if (!Number.isFinite(relative)) return null;
  return { head: { at_ms: RELATIVE_MS + relative * 1000, has_zone: false }, sampling_hz: hz };
}

function readLead(sequence: XmlElement, label: string, hz: number): RecordingLead | LeftOutReason {
  const value = childOf(sequence, 'value');
  const origin = childOf(value, 'origin')?.attributes ?? {};
  const scale = childOf(value, 'scale')?.attributes ?? {};
  const unit = microvoltsPerUnit(scale['unit'] ?? '');
  if (unit === null) return whyNoVoltage(scale['unit'] ?? '');
  const gain = decimalOf(scale['value']) * unit;
  const originUv = decimalOf(origin['value'] ?? '0') * (microvoltsPerUnit(origin['unit'] ?? 'uV') ?? unit);
  if (!Number.isFinite(gain) || gain === 0 || !Number.isFinite(originUv)) return 'no-scale';
  const samples = readDigits(childOf(value, 'digits')?.text ?? '');
  if (samples === null) return 'damaged';
  const zero = originUv === 0 ? 0 : -originUv / gain;
  return { label, sampling_hz: hz, gain_uv_per_lsb: gain, zero_lsb: zero, samples };
}

/** Reads whole numbers separated by spaces. Null if the text contains anything else. */
function readDigits(text: string): Int32Array | null {
  const out = new Int32Array(Math.ceil(text.length / 2));
  let count = 0;
  for (const [word] of text.matchAll(/\S+/g)) {
    if (!/^[-+]?\d{1,9}(?:\.0*)?$/.test(word)) return null;
    out[count++] = Number(word);
  }
  return count === 0 ? null : out.slice(0, count);
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
