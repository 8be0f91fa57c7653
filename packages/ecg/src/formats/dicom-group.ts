// Reads one multiplex group of a DICOM waveform: its channels' names and scales, and its samples. Source: PS3.3 C.10.9.
//
// A channel's value is step × sensitivity × correction + baseline in the channel's unit. Samples of 8 or 16 bits are
// read, signed and unsigned; compressed ones (µ-law, A-law) are refused. The padding value marks missing samples only
// if it is at an end of the range: real files also declare 0 as padding and mean 0 µV.

import { dicomDecimal, dicomText, dicomWhole, type DicomItem } from './dicom-item.ts';
import { distinctLabels } from './join-stretches.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { RecordingLead } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import { microvoltsPerUnit } from './voltage-units.ts';

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
  bits_allocated: '54001004',
  interpretation: '54001006',
  padding: '5400100a',
  data: '54001010',
} as const;

const MAX_CHANNELS = 64;

interface Layout {
  readonly channels: number;
  readonly samples: number;
  readonly bytes: 1 | 2;
  readonly signed: boolean;
  readonly padding: number | null;
  readonly data: Uint8Array;
}

/**
 * Returns the voltages of a group as leads. Refuses with dicom/field (field), dicom/sample-form and dicom/data-length.
 */
export function readDicomGroup(group: DicomItem): Parsed<RecordingLead[]> {
  const layout = readLayout(group);
  if (!layout.ok) return layout;
  const hz = dicomDecimal(group, tag.sampling_hz) ?? Number.NaN;
  if (!(hz > 0 && Number.isFinite(hz))) return refuse('dicom/field', { field: 'sampling frequency' });
  const channels = group.items(tag.definitions);
  if (channels.length !== layout.value.channels) {
    return refuse('dicom/field', { field: 'channel definitions', found: channels.length });
  }
  const labels = distinctLabels(channels.map((channel, i) => labelOf(channel) || `lead ${i + 1}`));
  const leads: RecordingLead[] = [];
  for (const [i, channel] of channels.entries()) {
    const scale = scaleOf(channel);
    if (scale === null) return refuse('dicom/field', { field: 'channel sensitivity', lead: i + 1 });
    if (scale === 'no voltage') continue;
    leads.push({ label: labels[i] ?? '', sampling_hz: hz, ...scale, samples: unpack(layout.value, i) });
  }
  return parsed(leads);
}

function readLayout(group: DicomItem): Parsed<Layout> {
  const channels = dicomWhole(group, tag.channels) ?? 0;
  const samples = dicomWhole(group, tag.samples) ?? 0;
  if (channels < 1 || channels > MAX_CHANNELS)
    return refuse('dicom/field', { field: 'channels', found: channels });
  if (samples < 1) return refuse('dicom/field', { field: 'samples', found: samples });
  const bits = dicomWhole(group, tag.bits_allocated) ?? 0;
  const form = dicomText(group, tag.interpretation) ?? '';
  const bytes = bits === 8 ? 1 : 2;
  const known = bits === 8 ? ['SB', 'UB'] : bits === 16 ? ['SS', 'US'] : [];
  if (!known.includes(form)) return refuse('dicom/sample-form', { found: `${form} ${bits}` });
  const data = group.bytes(tag.data) ?? new Uint8Array();
  const expected = channels * samples * bytes;
  // A padding byte makes an odd length even.
  if (data.length < expected || data.length > expected + 1) {
    return refuse('dicom/data-length', { found: data.length, expected });
  }
  const signed = form.startsWith('S');
  const padding = paddingOf(group.bytes(tag.padding), bytes, signed);
  return parsed({ channels, samples, bytes, signed, padding, data });
}

function paddingOf(mark: Uint8Array | null, bytes: 1 | 2, signed: boolean): number | null {
  if (mark === null || mark.length < bytes) return null;
  const value = sampleAt(mark, 0, bytes, signed);
  const lowest = signed ? -(2 ** (8 * bytes - 1)) : 0;
  return value === lowest || value === lowest + 2 ** (8 * bytes) - 1 ? value : null;
}

function sampleAt(data: Uint8Array, at: number, bytes: 1 | 2, signed: boolean): number {
  const value = (data[at] ?? 0) | (bytes === 2 ? (data[at + 1] ?? 0) << 8 : 0);
  const shift = 32 - 8 * bytes;
  return signed ? (value << shift) >> shift : value;
}

function unpack({ channels, samples, bytes, signed, padding, data }: Layout, channel: number): Int32Array {
  const out = new Int32Array(samples);
  for (let i = 0, at = channel * bytes; i < samples; i++, at += channels * bytes) {
    const value = sampleAt(data, at, bytes, signed);
    out[i] = value === padding ? NO_SAMPLE : value;
  }
  return out;
}

function labelOf(channel: DicomItem): string {
  const own = dicomText(channel, tag.label);
  const meaning = channel.items(tag.source).map((source) => dicomText(source, tag.code_meaning))[0] ?? null;
  return (meaning ?? own ?? '').replace(/^lead\s+(?=\S)/i, '').replace(/\s*\(.*\)$/, '');
}

type Scale = Pick<RecordingLead, 'gain_uv_per_lsb' | 'zero_lsb'>;

function scaleOf(channel: DicomItem): Scale | 'no voltage' | null {
  const sensitivity = dicomDecimal(channel, tag.sensitivity);
  if (sensitivity === null) return 'no voltage';
  const units = channel.items(tag.units).map((unit) => dicomText(unit, tag.code_value))[0];
  const unit = microvoltsPerUnit(units ?? '');
  if (unit === null) return 'no voltage';
  const perStep = sensitivity * (dicomDecimal(channel, tag.correction) ?? 1);
  const zero = -(dicomDecimal(channel, tag.baseline) ?? 0) / perStep;
  if (!Number.isFinite(perStep) || perStep === 0 || !Number.isFinite(zero)) return null;
  return { gain_uv_per_lsb: perStep * unit, zero_lsb: zero === 0 ? 0 : zero };
}
