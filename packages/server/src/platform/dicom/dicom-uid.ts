/** Makes unique identifiers of DICOM from what they identify: the same parts have the same identifier. */
import { createHash } from 'node:crypto';

/**
 * Returns a UID below 2.25, which stands for a UUID (PS3.5 B.2); this one is of version 8, made of the SHA-256 of the
 * parts.
 */
export function uidOf(...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return `2.25.${String(BigInt(`0x${digest.toString('hex', 0, 16)}`))}`;
}
