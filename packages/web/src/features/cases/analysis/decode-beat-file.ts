/** Decodes a beat file's bytes into the columns that the recording view draws. */
import { decodeBeats } from '@rhythmdesk/ecg/beats/beat-file';
import { readBeats } from '../reading/read-beats.ts';
import type { BeatsAnswer } from './beats-message.ts';

export function decodeBeatFile(bytes: Uint8Array): BeatsAnswer {
  const decoded = decodeBeats(bytes);
  if (!decoded.ok) return decoded;
  const { beats, quality } = decoded.value;
  return { ok: true, beats: readBeats(beats, quality) };
}
