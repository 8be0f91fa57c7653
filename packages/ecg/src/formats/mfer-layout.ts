// Collects the attributes of an MFER file and says how a frame's bytes become leads. Source: ISO/TS 11073-92001 (ISO
// 22077-1) and its part for 12-lead ECGs.
//
// An attribute holds for all channels, or, within a channel's definition, for that channel. A channel without a resolution
// is left out: its voltage would be guessed.

import { distinctLabels } from './lead-names.ts';
import { mferNumber, mferTag } from './mfer-tags.ts';
import type { Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import type { LeftOut, LeftOutReason, RecordingLead } from './recording.ts';

/**
 * Names of leads and other signals by the standard's code (part 1, and part 3 for long-term ECGs); others are named by
 * their text or their number.
 */
const leadNames = new Map<number, string>([
  ...['I', 'II', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7'].map((name, i) => [i + 1, name] as const),
  ...['V3R', 'V4R', 'V5R', 'V6R', 'V7R'].map((name, i) => [i + 11, name] as const),
  ...['III', 'aVR', 'aVL', 'aVF'].map((name, i) => [i + 61, name] as const),
  ...['X', 'Y', 'Z', 'CC5', 'CM5'].map((name, i) => [i + 16, name] as const),
  ...['NASA', 'CB4', 'CB5', 'CB6'].map((name, i) => [i + 31, name] as const),
  ...['-aVR', 'V8', 'V9', 'V8R', 'V9R', 'Nehb D', 'Nehb A', 'Nehb J'].map(
    (name, i) => [i + 65, name] as const,
  ),
  ...['ECG1', 'ECG2', 'ECG3', 'ECG4'].map((name, i) => [i + 4166, name] as const),
  ...['status', 'body position', 'body motion', 'respiration'].map((name, i) => [i + 4160, name] as const),
  ...[[143, 'blood pressure'] as const, [160, 'respiration'] as const, [175, 'SpO2'] as const],
]);

interface SampleForm {
  readonly bytes: number;
  readonly signed: boolean;
  readonly float: boolean;
  /** Whether samples are voltages: no status words. */
  readonly readable: boolean;
}

const form = (bytes: number, signed: boolean, readable = true): SampleForm => ({
  ...{ bytes, signed, readable, float: false },
});
const floatForm = (bytes: number): SampleForm => ({ bytes, signed: true, readable: true, float: true });
/** Forms of samples by the standard's data type. */
const sampleForms: readonly SampleForm[] = [
  ...[form(2, true), form(2, false), form(4, true), form(1, false), form(2, false, false)],
  ...[form(1, true), form(4, false), floatForm(4), floatForm(8)],
];
/** The data type of numbers of 8 bits that are compressed by the AHA's method; its frames have no fixed size. */
const AHA_COMPRESSED = 9;
/** Microvolts of the steps to which floating-point samples are rounded. */
const FLOAT_STEP_UV = 0.1;
const MAX_CHANNELS = 64;
const DEFAULT_HZ = 1000;
/** Units of the resolution that are no voltage: pressures, flows, percentages. */
const LAST_UNIT = 25;

export interface MferChannel {
  /** The lead's facts, or why no lead is made of the channel. */
  readonly facts: Omit<RecordingLead, 'samples'> | LeftOut;
  readonly form: SampleForm;
  /** Samples of a block. */
  readonly block: number;
  /** The number that means no signal; null if there is none. */
  readonly missing: number | null;
  /** Steps of the lead for one of the file, and the file's number that is 0 V; 1 and 0 unless numbers are floating-point. */
  readonly steps: number;
  readonly zero: number;
}

export interface MferLayout {
  readonly little: boolean;
  readonly channels: readonly MferChannel[];
  /** Bytes of one block of every channel. */
  readonly group_bytes: number;
  /** Seconds of a block. */
  readonly block_s: number;
  /** Sequences that the file states; null if they follow from the length. */
  readonly sequences: number | null;
}

type Attributes = ReadonlyMap<number, Uint8Array>;

/** The attributes of which layouts are made. */
const layoutTags = new Set<number>([
  ...[
    mferTag.byte_order,
    mferTag.block,
    mferTag.channels,
    mferTag.sequences,
    mferTag.lead,
    mferTag.data_type,
  ],
  ...[mferTag.interval, mferTag.resolution, mferTag.offset, mferTag.missing, mferTag.compression],
]);

const same = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Keeps the attributes that hold for the next frame. */
export class MferAttributes {
  readonly #common = new Map<number, Uint8Array>();
  readonly #own = new Map<number, Map<number, Uint8Array>>();
  #layout: Parsed<MferLayout> | null = null;

  get little(): boolean {
    return this.#common.get(mferTag.byte_order)?.[0] === 1;
  }

  /** Sets an attribute of a channel, or of all if the channel is −1. */
  set(tag: number, channel: number, value: Uint8Array): void {
    if (!layoutTags.has(tag) || channel >= MAX_CHANNELS) return;
    const attributes = channel < 0 ? this.#common : (this.#own.get(channel) ?? new Map<number, Uint8Array>());
    if (same(attributes.get(tag), value)) return;
    attributes.set(tag, value.slice());
    if (channel >= 0) this.#own.set(channel, attributes);
    this.#layout = null;
  }

  /** Returns the rate of the attributes that hold for all channels. */
  hz(): number {
    return hzOf(this.#common.get(mferTag.interval), this.little) ?? DEFAULT_HZ;
  }

  /** Returns the same object until an attribute changes. */
  layout(): Parsed<MferLayout> {
    this.#layout ??= layoutOf(this.#common, this.#own, this.little);
    return this.#layout;
  }
}

function layoutOf(
  common: Attributes,
  own: ReadonlyMap<number, Attributes>,
  little: boolean,
): Parsed<MferLayout> {
  const count = wholeOf(common.get(mferTag.channels), little) ?? 1;
  if (count < 1 || count > MAX_CHANNELS) return refuse('mfer/field', { field: 'channels', found: count });
  if ((wholeOf(common.get(mferTag.compression)?.subarray(0, 2), little) ?? 0) !== 0)
    return refuse('mfer/unsupported', { found: 'compression' });
  const channels: MferChannel[] = [];
  const sequences = wholeOf(common.get(mferTag.sequences), little);
  const labels = distinctLabels(
    Array.from({ length: count }, (_none, i) => labelOf(own.get(i)?.get(mferTag.lead), little, i)),
  );
  for (const [i, label] of labels.entries()) {
    const attribute = (tag: number): Uint8Array | undefined => own.get(i)?.get(tag) ?? common.get(tag);
    const type = wholeOf(attribute(mferTag.data_type), little) ?? 0;
    const sampleForm = sampleForms[type];
    const block = wholeOf(attribute(mferTag.block), little) ?? 1;
    if (sampleForm === undefined) {
      const found = type === AHA_COMPRESSED ? 'AHA compression' : `data type ${type}`;
      return refuse('mfer/unsupported', { found });
    }
    if (block < 1) return refuse('mfer/field', { field: 'data block', found: block });
    if ((wholeOf(attribute(mferTag.sequences), little) ?? null) !== sequences)
      return refuse('mfer/unsupported', { found: 'sequences by channel' });
    const missing = attribute(mferTag.missing);
    const facts = factsOf(label, attribute, sampleForm, little);
    const offset = attribute(mferTag.offset);
    const read = {
      ...{ facts, form: sampleForm, block, steps: 1, zero: 0 },
      missing: missing === undefined ? null : mferSample(missing, sampleForm, little),
    };
    channels.push(
      sampleForm.float && 'gain_uv_per_lsb' in facts
        ? {
            ...read,
            facts: { ...facts, gain_uv_per_lsb: FLOAT_STEP_UV, zero_lsb: 0 },
            steps: facts.gain_uv_per_lsb / FLOAT_STEP_UV,
            zero: offset === undefined ? 0 : mferSample(offset, sampleForm, little),
          }
        : read,
    );
  }
  return withBlocks(channels, little, sequences);
}

/** Checks that all leads have the same time in a block. */
function withBlocks(
  channels: readonly MferChannel[],
  little: boolean,
  sequences: number | null,
): Parsed<MferLayout> {
  const seconds = channels.flatMap(({ facts, block }) =>
    'sampling_hz' in facts ? [block / facts.sampling_hz] : [],
  );
  const block_s = seconds[0] ?? 0;
  if (seconds.some((each) => Math.abs(each - block_s) > 1e-6))
    return refuse('mfer/field', { field: 'data block' });
  const group_bytes = channels.reduce((sum, { block, form: { bytes } }) => sum + block * bytes, 0);
  return parsed({ little, channels, group_bytes, block_s, sequences });
}

/** Reads a number of the samples' form; a floating-point number of another length is none. */
function mferSample(bytes: Uint8Array, { bytes: width, signed, float }: SampleForm, little: boolean): number {
  if (!float) return mferNumber(bytes, little, signed);
  if (bytes.length !== width) return Number.NaN;
  const view = new DataView(bytes.buffer, bytes.byteOffset, width);
  return width === 4 ? view.getFloat32(0, little) : view.getFloat64(0, little);
}

function wholeOf(bytes: Uint8Array | undefined, little: boolean): number | null {
  return bytes === undefined || bytes.length === 0 || bytes.length > 4 ? null : mferNumber(bytes, little);
}

function labelOf(bytes: Uint8Array | undefined, little: boolean, channel: number): string {
  const code = bytes === undefined ? 0 : mferNumber(bytes.subarray(0, 2), little);
  const text = new TextDecoder('utf-8').decode(bytes?.subarray(2, 66) ?? new Uint8Array());
  const own = text.replace(/[\0-\x1f]/g, '').trim();
  return leadNames.get(code) ?? (own !== '' ? own : `lead ${code > 0 ? code : channel + 1}`);
}

/** Reads a unit, a power of ten and a number: 1, -3, 4 is 4 ms. */
function measureOf(bytes: Uint8Array | undefined, little: boolean) {
  if (bytes === undefined || bytes.length < 3 || bytes.length > 6) return null;
  const power = mferNumber(bytes.subarray(1, 2), little, true);
  return { unit: bytes[0] ?? 0, power, value: mferNumber(bytes.subarray(2), little) };
}

/** Returns the rate of a sampling interval in hertz or seconds; null if it is none. */
function hzOf(bytes: Uint8Array | undefined, little: boolean): number | null {
  const measure = measureOf(bytes, little);
  if (measure === null || measure.value === 0 || measure.unit > 1) return null;
  const { unit, power, value } = measure;
  const hz = unit === 0 ? value * 10 ** power : 10 ** -power / value;
  return Math.round(hz * 1e6) / 1e6;
}

function factsOf(
  label: string,
  attribute: (tag: number) => Uint8Array | undefined,
  sampleForm: SampleForm,
  little: boolean,
): MferChannel['facts'] {
  const interval = attribute(mferTag.interval);
  const hz = interval === undefined ? DEFAULT_HZ : hzOf(interval, little);
  const scale = measureOf(attribute(mferTag.resolution), little);
  const leave = (why: LeftOutReason): LeftOut => ({ label, why });
  if (scale !== null && scale.unit !== 0)
    return leave(scale.unit > LAST_UNIT ? 'unknown-unit' : 'no-voltage');
  if (!sampleForm.readable) return leave('other-form');
  if (scale === null || scale.value === 0) return leave('no-scale');
  if (hz === null || hz <= 0) return leave('damaged');
  const offset = attribute(mferTag.offset);
  const zero_lsb = offset === undefined ? 0 : mferSample(offset, sampleForm, little);
  // Powers below 0 divide, so that 4880 nV are 4.88 µV.
  const power = scale.power + 6;
  const gain_uv_per_lsb = power < 0 ? scale.value / 10 ** -power : scale.value * 10 ** power;
  return { label, sampling_hz: hz, gain_uv_per_lsb, zero_lsb };
}
