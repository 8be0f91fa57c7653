/**
 * Checks the free disk space again while the bytes of an upload arrive, because other uploads may have used what was
 * free at the start. Bytes that arrived before stay, and the upload continues from them once there is space.
 */
import { Transform } from 'node:stream';
import { hasRoom } from '../../platform/files/file-store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

const askEveryBytes = 1024 ** 2;

export type RoomGate = { readonly stream: Transform; readonly refusal: () => Refusal | null };

export function roomGate({ freeBytes, limits }: Pick<UploadDependencies, 'freeBytes' | 'limits'>): RoomGate {
  const state: { sinceCheck: number; refusal: Refusal | null } = { sinceCheck: askEveryBytes, refusal: null };
  const judge = async (bytes: number): Promise<void> => {
    if (state.sinceCheck >= askEveryBytes) {
      if (!(await hasRoom({ freeBytes }, 0, limits.disk_floor_bytes))) {
        state.refusal = new Refusal('upload/disk-floor');
        throw state.refusal;
      }
      state.sinceCheck = 0;
    }
    state.sinceCheck += bytes;
  };
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      judge(chunk.length).then(
        () => done(null, chunk),
        (fault: unknown) => done(fault instanceof Error ? fault : new Error('no room')),
      );
    },
  });
  return { stream, refusal: () => state.refusal };
}
