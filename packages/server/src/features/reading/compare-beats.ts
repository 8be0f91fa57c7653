/** Compares the beats of a group, reading the recording once from start to end. */
import { decodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { encodeLikeness, likenessByte } from '@rhythmdesk/ecg/reading/beat-likeness';
import { createBeatShapes, type BeatShapes } from '@rhythmdesk/ecg/reading/beat-shape';
import type { FileStore } from '../../platform/files/file-store.ts';
import { readStretch } from '../../records/recordings/stored-frames.ts';
import type { LikenessOrder } from './likeness-message.ts';

/** Frames read at once: a minute at 250 Hz. */
const pieceFrames = 16_384;
/** Number of beats that form the mean, spread over the group. */
const meanBeats = 64;

type Piece = { readonly from: number; readonly frames: Int16Array };

/** Reads the frames around a position; the last piece stays in memory. */
function frameReader(files: FileStore, { samples, gains, ...place }: LikenessOrder) {
  let held: Piece = { from: 0, frames: new Int16Array(0) };
  return async (start: number, end: number): Promise<Piece> => {
    const from = Math.max(0, start);
    const heldEnd = held.from + held.frames.length / gains.length;
    if (from >= held.from && Math.min(end, samples) <= heldEnd) return held;
    const count = Math.min(samples - from, Math.max(pieceFrames, end - from));
    const frames = await readStretch(files, { ...place, leads: gains }, from, from + count);
    held = { from, frames };
    return held;
  };
}

type ReadWide = (sample: number) => Promise<Float32Array>;

async function meanOf(members: readonly number[], wide: ReadWide, shapes: BeatShapes): Promise<Float32Array> {
  const count = Math.min(meanBeats, members.length);
  let sum: Float32Array | undefined;
  for (let n = 0; n < count; n++) {
    const one = shapes.narrow(await wide(members[Math.floor((n * members.length) / count)] ?? 0));
    sum ??= new Float32Array(one.length);
    for (let i = 0; i < one.length; i++) sum[i] = (sum[i] ?? 0) + (one[i] ?? 0) / count;
  }
  return sum ?? new Float32Array(0);
}

export async function compareBeats(files: FileStore, order: LikenessOrder): Promise<Uint8Array<ArrayBuffer>> {
  const decoded = decodeBeats(await files.whole(order.beats_sha256));
  if (!decoded.ok) throw new Error(decoded.code);
  const { samples, templates } = decoded.value.beats;
  const wanted = new Set(order.templates);
  const members = Array.from(samples).filter((_, i) => wanted.has(templates[i] ?? -1));
  const shapes = createBeatShapes(order.sampling_hz, order.gains.length);
  const frames = frameReader(files, order);
  const wide: ReadWide = async (sample) => {
    const piece = await frames(sample - shapes.before, sample + shapes.after);
    return shapes.wide({ frames: piece.frames, gains: order.gains }, sample - piece.from);
  };
  const mean = await meanOf(members, wide, shapes);
  const pressed = order.like === undefined ? mean : shapes.narrow(await wide(order.like));
  const like = new Uint8Array(members.length);
  const main = new Uint8Array(members.length);
  for (const [i, sample] of members.entries()) {
    const one = await wide(sample);
    like[i] = likenessByte(shapes.alike(one, pressed));
    main[i] = pressed === mean ? (like[i] ?? 0) : likenessByte(shapes.alike(one, mean));
  }
  return encodeLikeness({ samples: Uint32Array.from(members), like, main });
}
