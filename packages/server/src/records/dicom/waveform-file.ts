/** Makes stored samples the file of a DICOM waveform, whose length is known before its first byte. */
import { writeDicom } from '../../platform/dicom/dicom-writer.ts';
import {
  readFrames,
  readStretch,
  stretchSamples,
  type SignalSource,
  type StoredFrames,
} from '../recordings/stored-frames.ts';
import type { StudySource } from './study-elements.ts';
import { classOf, waveformBytes, waveformObject, waveformUid, type WaveformPart } from './waveform-object.ts';

/** One object, read while it is sent. */
export type DicomFile = {
  readonly sop_class: string;
  readonly sop_instance: string;
  readonly size_bytes: number;
  readonly bytes: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

type Stored = {
  readonly files: SignalSource['files'];
  readonly study: StudySource;
  readonly frames: StoredFrames;
  /** The time of the recording's first sample. */
  readonly start_ms: number;
};

async function* readPart(files: Stored['files'], frames: StoredFrames, from: number, to: number) {
  const step = stretchSamples(frames.leads.length);
  for (let at = from; at < to; at += step)
    yield await readStretch(files, frames, at, Math.min(at + step, to));
}

/** Returns the samples of a part, without reading them. */
const endsOf = (part: WaveformPart, samples: number): { from: number; to: number } =>
  part.of === 'recording' ? { from: 0, to: samples } : { from: part.start_sample, to: part.end_sample };

export function waveformFile({ files, study, frames, start_ms }: Stored, part: WaveformPart): DicomFile {
  const { sampling_hz, leads } = frames;
  const { from, to } = endsOf(part, frames.samples);
  const shape = { sampling_hz, leads, samples: to - from };
  const begun_ms = start_ms + Math.round((1000 * from) / sampling_hz);
  const head = writeDicom(waveformObject({ ...study, ...shape, part, start_ms: begun_ms }));
  return {
    sop_class: classOf(shape),
    sop_instance: waveformUid(study, part),
    size_bytes: head.length + waveformBytes(shape),
    bytes: async function* () {
      yield head;
      const isWhole = part.of === 'recording';
      const words = isWhole
        ? readFrames(files, frames, stretchSamples(leads.length))
        : readPart(files, frames, from, to);
      for await (const stretch of words)
        yield new Uint8Array(stretch.buffer, stretch.byteOffset, stretch.byteLength);
    },
  };
}
