// Reads the frames of an MFER file piece by piece. Source: ISO/TS 11073-92001 (ISO 22077-1), frames: a block of samples of
// each channel, as often as there are sequences.
//
// Frames of different attributes become segments of one recording, joined like those of a WFDB record.

import type { MferChannel, MferLayout } from './mfer-layout.ts';
import type { MferFrames, MferStretch } from './mfer-scan.ts';
import { parsed } from './parsed.ts';
import { pieceBytes, type ByteRange, type PiecewiseFile, type SignalRun } from './piecewise.ts';
import { NO_SAMPLE, type RecordingLead } from './recording.ts';
import { joinSegments } from './wfdb-segments.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Names what is read at once: several frames, some groups of one, or a part of each block of a group that is too long. */
type Piece =
  | { readonly kind: 'frames'; readonly first: number; readonly behind: number }
  | { readonly kind: 'groups'; readonly at_s: number; readonly span: Span }
  /** For each lead the bytes of its samples. */
  | { readonly kind: 'slices'; readonly at_s: number; readonly spans: readonly Span[] };

interface Lead {
  readonly channel: MferChannel;
  readonly facts: Omit<RecordingLead, 'samples'>;
  /** Bytes of a group before its block. */
  readonly before: number;
}

function leadsOf({ channels }: MferLayout): Lead[] {
  let before = 0;
  return channels.flatMap((channel) => {
    const own = before;
    before += channel.block * channel.form.bytes;
    return 'why' in channel.facts ? [] : [{ channel, facts: channel.facts, before: own }];
  });
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Divides frames into pieces of about `most` bytes. */
function* piecesOf(stretch: MferStretch, leads: readonly Lead[], most: number): Generator<Piece> {
  const { from, bytes } = stretch;
  let first = 0;
  for (let i = 0; i < from.length; i++) {
    const length = bytes[i] ?? 0;
    const isLong = length > most;
    const isFull = (from[i] ?? 0) + length - (from[first] ?? 0) > most;
    if ((isLong || isFull) && first < i) {
      yield { kind: 'frames', first, behind: i };
      first = i;
    }
    if (!isLong) continue;
    yield* partsOf(stretch, i, leads, most);
    first = i + 1;
  }
  if (first < from.length) yield { kind: 'frames', first, behind: from.length };
}

/** Divides a long frame: between its groups, or, if they are long too, at times that all leads share. */
function* partsOf(
  { layout, from, bytes, at_s }: MferStretch,
  frame: number,
  leads: readonly Lead[],
  most: number,
): Generator<Piece> {
  const { group_bytes: groupBytes, block_s } = layout;
  const [start = 0, length = 0, startS = 0] = [from[frame], bytes[frame], at_s[frame]];
  const step = Math.max(1, Math.floor(most / groupBytes)) * groupBytes;
  for (let at = 0; at < length; at += step) {
    const span = { from: start + at, to: start + Math.min(length, at + step) };
    const atS = startS + (at / groupBytes) * block_s;
    if (groupBytes <= most) yield { kind: 'groups', at_s: atS, span };
    else yield* slicesOf(leads, span, { at_s: atS, block_s }, most / groupBytes);
  }
}

function* slicesOf(
  leads: readonly Lead[],
  group: Span,
  { at_s, block_s }: { readonly at_s: number; readonly block_s: number },
  share: number,
): Generator<Piece> {
  // Each lead has a whole number of samples in a unit of time.
  const units = leads.reduce((sum, { channel }) => gcd(sum, channel.block), 0);
  const step = Math.max(1, Math.floor(units * share));
  for (let unit = 0; unit < units; unit += step) {
    const spans = leads.map(({ channel: { block, form }, before }) => {
      const place = (at: number): number =>
        Math.min(group.to, group.from + before + (block / units) * at * form.bytes);
      return { from: place(unit), to: place(Math.min(units, unit + step)) };
    });
    if (spans.every(({ from, to }) => from >= to)) return;
    yield { kind: 'slices', at_s: at_s + (unit / units) * block_s, spans };
  }
}

function sampleAt(view: DataView, at: number, { form }: MferChannel, little: boolean): number {
  if (form.float) return form.bytes === 4 ? view.getFloat32(at, little) : view.getFloat64(at, little);
  if (form.bytes === 2) return form.signed ? view.getInt16(at, little) : view.getUint16(at, little);
  if (form.bytes === 1) return form.signed ? view.getInt8(at) : view.getUint8(at);
  return form.signed ? view.getInt32(at, little) : view.getUint32(at, little);
}

/** Gathers the samples of one lead from blocks that are `stride` bytes apart; a cut block gives what is there. */
function readBlocks(
  bytes: Uint8Array,
  { channel, before }: Lead,
  { block, stride, little }: { readonly block: number; readonly stride: number; readonly little: boolean },
): Int32Array {
  const { form, missing, steps, zero } = channel;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = Math.floor(bytes.length / stride);
  const rest = Math.floor((bytes.length - whole * stride - before) / form.bytes);
  const samples = new Int32Array(whole * block + Math.max(0, Math.min(block, rest)));
  let to = 0;
  for (let group = before; to < samples.length; group += stride)
    for (let i = 0; i < block && to < samples.length; i++) {
      const value = sampleAt(view, group + i * form.bytes, channel, little);
      const step = form.float ? Math.round((value - zero) * steps) : value;
      const isNone = value === missing || !(Math.abs(step) <= 2 ** 31 - 1);
      samples[to++] = isNone ? NO_SAMPLE : step;
    }
  return samples;
}

function spansOf({ from, bytes }: MferStretch, piece: Piece): readonly Span[] {
  if (piece.kind === 'groups') return [piece.span];
  if (piece.kind === 'slices') return piece.spans;
  const last = piece.behind - 1;
  // Frames ascend in the file; between them are a few attributes.
  return [{ from: from[piece.first] ?? 0, to: (from[last] ?? 0) + (bytes[last] ?? 0) }];
}

function runsOf(
  stretch: MferStretch,
  leads: readonly Lead[],
  piece: Piece,
  read: readonly Uint8Array[],
): SignalRun[] {
  const { layout, from, bytes, at_s } = stretch;
  const begin = at_s[0] ?? 0;
  const groupsOf = (own: Uint8Array): Int32Array[] =>
    leads.map((lead) =>
      readBlocks(own, lead, { block: lead.channel.block, stride: layout.group_bytes, little: layout.little }),
    );
  const [all = new Uint8Array()] = read;
  if (piece.kind === 'groups') return [{ at_s: piece.at_s - begin, samples: groupsOf(all) }];
  if (piece.kind === 'slices') {
    const samples = leads.map((lead, i) => {
      const own = read[i] ?? new Uint8Array();
      const stride = Math.max(1, own.length);
      const block = Math.floor(own.length / lead.channel.form.bytes);
      return readBlocks(own, { ...lead, before: 0 }, { block, stride, little: layout.little });
    });
    return [{ at_s: piece.at_s - begin, samples }];
  }
  const runs: SignalRun[] = [];
  for (let i = piece.first; i < piece.behind; i++) {
    const at = (from[i] ?? 0) - (from[piece.first] ?? 0);
    runs.push({ at_s: (at_s[i] ?? 0) - begin, samples: groupsOf(all.subarray(at, at + (bytes[i] ?? 0))) });
  }
  return runs;
}

/** Opens frames of one layout; their times count from the first. */
function segmentOf(stretch: MferStretch, most: number): PiecewiseFile {
  const leads = leadsOf(stretch.layout);
  const pieces = leads.length === 0 ? [] : [...piecesOf(stretch, leads, most)];
  const rangesOf = (at: number): ByteRange[] => {
    const piece = pieces[at];
    return piece === undefined ? [] : spansOf(stretch, piece).map((span) => ({ file: '', ...span }));
  };
  return {
    ...{ start_has_zone: false, flaws: [], pieces: pieces.length, ranges: rangesOf },
    signals: leads.map(({ facts }) => facts),
    left_out: stretch.layout.channels.flatMap(({ facts }) => ('why' in facts ? [facts] : [])),
    read: (at, bytes) => {
      const piece = pieces[at];
      const runs = piece === undefined ? [] : runsOf(stretch, leads, piece, bytes);
      return parsed({ start_ms: null, runs, notes: [], flaws: [] });
    },
  };
}

/** Opens the frames that a scan found. */
export function mferPieces(
  { start_ms, stretches, notes, flaws }: MferFrames,
  most = pieceBytes,
): PiecewiseFile {
  const starts = stretches.map(({ at_s }) => at_s[0] ?? 0);
  const segments = starts.map((at, i) => ({ name: 'frames', frames: (starts[i + 1] ?? Infinity) - at }));
  const joined = joinSegments(
    { sampling_hz: 1, start_ms, flaws, segments },
    stretches.map((stretch) => segmentOf(stretch, most)),
  );
  return {
    ...joined,
    read: (piece, bytes) => {
      const read = joined.read(piece, bytes);
      return read.ok && piece === 0 ? parsed({ ...read.value, notes }) : read;
    },
  };
}
