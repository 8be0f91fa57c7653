/** A beat file's bytes as the columns that the recording view draws. */
import { decodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { qualityCode } from '@rhythmdesk/ecg/signal/quality';
import type { BeatsAnswer } from './beats-message.ts';

/** The file's confidence is in percent. */
const fullConfidence = 255 / 100;

export function decodeBeatFile(bytes: Uint8Array): BeatsAnswer {
  const decoded = decodeBeats(bytes);
  if (!decoded.ok) return decoded;
  const { beats, quality } = decoded.value;
  const counted: number[] = [];
  beats.samples.forEach((sample, index) => {
    if (quality.used[Math.floor(sample / beats.sampling_hz)] === qualityCode.usable) counted.push(index);
  });
  return {
    ok: true,
    beats: {
      sample: Uint32Array.from(beats.samples),
      class: Uint8Array.from(beats.classes),
      confidence: Uint8Array.from(beats.confidence, (percent) => Math.round(percent * fullConfidence)),
      counted: Uint32Array.from(counted),
    },
  };
}
