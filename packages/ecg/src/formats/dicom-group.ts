// Reads one multiplex group of a DICOM waveform: its channels' names and scales, and its samples. Source: PS3.3 C.10.9.
//
// A channel's value is step × sensitivity × correction + baseline in the channel's unit. Samples of 8, 16 or 32 bits are
// read, signed and unsigned; compressed ones (µ-law, A-law) are refused. The padding value marks missing samples only
// if it is at an end of the range: real files also declare 0 as padding and mean 0 µV.

import { dicomDecimal, dicomText, dicomWhole, type DicomItem } from './dicom-item.ts';
import { distinctLabels } from './lead-names.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { LeftOut, LeftOutReason, RecordingLead, SourceFlaw } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import { microvoltsPerUnit, whyNoVoltage } from './voltage-units.ts';

const tag = {
  code_value: '00080100',
  code_meaning: '00080104',
  channels: '003a0005',
  samples: '003a0010',
  sampling_hz: '003a001a',
  definitions: '003a0200',
  source: '003a0208',
  label: '003a0203',
  sensitivity: '003a0210',
  units: '003a0211',
  correction: '003a0212',
  baseline: '003a0213',
  time_skew_s: '003a0214',
  sample_skew: '003a0215',
  bits_allocated: '54001004',
  interpretation: '54001006',
  padding: '5400100a',
  data: '54001010',
} as const;

const MAX_CHANNELS = 64;
/** Bytes of each sample interpretation; 32 bits belong to the General 32-bit ECG (Supplement 237). */
const forms: Readonly<Record<string, Layout['bytes']>> = { SB: 1, UB: 1, SS: 2, US: 2, SL: 4, UL: 4 };

interface Layout {
  readonly channels: number;
  readonly samples: number;
  readonly bytes: 1 | 2 | 4;
  readonly signed: boolean;
  readonly padding: number | null;
  readonly data: Uint8Array;
  readonly flaws: readonly SourceFlaw[];
}

export interface DicomGroup {
  readonly leads: readonly DicomLead[];
  readonly left_out: readonly LeftOut[];
  readonly flaws: readonly SourceFlaw[];
}

interface DicomLead {
  readonly lead: RecordingLead;
  /** Milliseconds by which the channel begins later than its group (PS3.3 C.10.9.1.4.3). */
  readonly skew_ms: number;
}

/**
 * Returns the voltages of a group as leads. Refuses with dicom/field (field), dicom/sample-form and dicom/data-length (it
 * has no whole sample).
 */
export function readDicomGroup(group: DicomItem): Parsed<DicomGroup> {
  const layout = readLayout(group);
  if (!layout.ok) return layout;
  const hz = dicomDecimal(group, tag.sampling_hz) ?? Number.NaN;
  if (!(hz > 0 && Number.isFinite(hz))) return refuse('dicom/field', { field: 'sampling frequency' });
  const channels = group.items(tag.definitions);
  const labels = distinctLabels(channels.map((channel, i) => labelOf(channel) || `lead ${i + 1}`));
  const leads: DicomLead[] = [];
  const left_out: LeftOut[] = [];
  for (const [i, channel] of channels.entries()) {
    const label = labels[i] ?? '';
    const scale = scaleOf(channel);
    if (typeof scale === 'string') left_out.push({ label, why: scale });
    else {
      const lead = { label, sampling_hz: hz, ...scale, samples: unpack(layout.value, i) };
      leads.push({ lead, skew_ms: skewMsOf(channel, hz) });
    }
  }
  return parsed({ leads, left_out, flaws: layout.value.flaws });
}

function skewMsOf(channel: DicomItem, hz: number): number {
  const seconds = dicomDecimal(channel, tag.time_skew_s);
  const samples = dicomDecimal(channel, tag.sample_skew);
  const skew = seconds === null ? (1000 * (samples ?? 0)) / hz : 1000 * seconds;
  return Number.isFinite(skew) ? skew : 0;
}

/** A number of the header that is missing or contradicts the data is computed from them; `field` names it. */
interface Sized {
  readonly channels: number;
  readonly bytes: Layout['bytes'];
  readonly stated: number;
  readonly field: string | null;
}

function readSizes(group: DicomItem, dataBytes: number): Parsed<Sized> {
  const defined = group.items(tag.definitions).length;
  const named = dicomWhole(group, tag.channels);
  const form = dicomText(group, tag.interpretation) ?? '';
  const bits = dicomWhole(group, tag.bits_allocated);
  const bytes = forms[form];
  if (bytes === undefined || (bits !== null && bits !== 8 * bytes))
    return refuse('dicom/sample-form', { found: `${form} ${bits ?? 0}` });
  const samples = dicomWhole(group, tag.samples) ?? 0;
  const isDefined = named === null || defined * bytes * samples === dataBytes;
  const channels = isDefined ? defined : named;
  if (channels < 1 || channels > MAX_CHANNELS || channels !== defined)
    return refuse('dicom/field', { field: 'channels', found: named ?? 0, expected: defined });
  const stated = samples > 0 ? samples : Math.floor(dataBytes / (channels * bytes));
  const field =
    named !== channels ? 'channels' : samples < 1 ? 'samples' : bits === null ? 'bits allocated' : null;
  return parsed({ channels, bytes, stated, field });
}

function readLayout(group: DicomItem): Parsed<Layout> {
  const data = group.bytes(tag.data) ?? new Uint8Array();
  const sizes = readSizes(group, data.length);
  if (!sizes.ok) return sizes;
  const { channels, bytes, stated, field } = sizes.value;
  const frame = channels * bytes;
  const samples = Math.min(stated, Math.floor(data.length / frame));
  if (samples < 1) return refuse('dicom/data-length', { found: data.length, expected: frame * stated });
  const flaws: SourceFlaw[] = field === null ? [] : [{ code: 'header-field', detail: { field } }];
  const behind = data.length - stated * frame;
  if (samples < stated) flaws.push({ code: 'samples-missing', detail: { found: samples, expected: stated } });
  // A padding byte makes an odd length even.
  else if (behind > 1) flaws.push({ code: 'bytes-after', detail: { bytes: behind } });
  const signed = (dicomText(group, tag.interpretation) ?? '').startsWith('S');
  const padding = paddingOf(group.bytes(tag.padding), bytes, signed);
  return parsed({ channels, samples, bytes, signed, padding, data, flaws });
}

function paddingOf(mark: Uint8Array | null, bytes: Layout['bytes'], signed: boolean): number | null {
  if (mark === null || mark.length < bytes) return null;
  const value = sampleAt(mark, 0, bytes, signed);
  const lowest = signed ? -(2 ** (8 * bytes - 1)) : 0;
  return value === lowest || value === lowest + 2 ** (8 * bytes) - 1 ? value : null;
}

function sampleAt(data: Uint8Array, at: number, bytes: Layout['bytes'], signed: boolean): number {
  let value = 0;
  for (let i = 0; i < bytes; i++) value += (data[at + i] ?? 0) * 2 ** (8 * i);
  const top = 2 ** (8 * bytes);
  return signed && value >= top / 2 ? value - top : value;
}

function unpack({ channels, samples, bytes, signed, padding, data }: Layout, channel: number): Int32Array {
  const out = new Int32Array(samples);
  for (let i = 0, at = channel * bytes; i < samples; i++, at += channels * bytes) {
    const value = sampleAt(data, at, bytes, signed);
    // An unsigned number of 32 bits may be larger than any step that is kept.
    out[i] = value === padding || value > 2 ** 31 - 1 ? NO_SAMPLE : value;
  }
  return out;
}

function labelOf(channel: DicomItem): string {
  const own = dicomText(channel, tag.label);
  const meaning = channel.items(tag.source).map((source) => dicomText(source, tag.code_meaning))[0] ?? null;
  return (meaning ?? own ?? '').replace(/^lead\s+(?=\S)/i, '').replace(/\s*\(.*\)$/, '');
}

type Scale = Pick<RecordingLead, 'gain_uv_per_lsb' | 'zero_lsb'>;

function scaleOf(channel: DicomItem): Scale | LeftOutReason {
  const sensitivity = dicomDecimal(channel, tag.sensitivity);
  const units = channel.items(tag.units).map((unit) => dicomText(unit, tag.code_value))[0] ?? '';
  const unit = microvoltsPerUnit(units);
  if (unit === null) return whyNoVoltage(units);
  if (sensitivity === null) return 'no-scale';
  const perStep = sensitivity * (dicomDecimal(channel, tag.correction) ?? 1);
  const zero = -(dicomDecimal(channel, tag.baseline) ?? 0) / perStep;
  if (!Number.isFinite(perStep) || perStep === 0 || !Number.isFinite(zero)) return 'no-scale';
  return { gain_uv_per_lsb: perStep * unit, zero_lsb: zero === 0 ? 0 : zero };
}
