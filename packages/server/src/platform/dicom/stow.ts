/**
 * Writes the request of STOW-RS, by which objects are stored in a PACS: one `multipart/related` body with a part for each
 * object. Its length is known before its first byte. Source: PS3.18 10.5.
 */
import { randomBytes } from 'node:crypto';

/** An object whose bytes are read while it is sent. */
type StowPart = {
  readonly size_bytes: number;
  readonly bytes: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

export function stowBody(parts: readonly StowPart[]) {
  const boundary = `rhythmdesk-${randomBytes(18).toString('hex')}`;
  const headOf = ({ size_bytes }: StowPart): Buffer =>
    Buffer.from(
      `--${boundary}\r\nContent-Type: application/dicom\r\nContent-Length: ${String(size_bytes)}\r\n\r\n`,
    );
  const [after, end] = [Buffer.from('\r\n'), Buffer.from(`--${boundary}--\r\n`)];
  const sent = async function* () {
    for (const part of parts) {
      yield headOf(part);
      yield* part.bytes();
      yield after;
    }
    yield end;
  };
  return {
    headers: {
      'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
      accept: 'application/dicom+json',
    },
    size_bytes: parts.reduce(
      (sum, part) => sum + headOf(part).length + part.size_bytes + after.length,
      end.length,
    ),
    body: sent,
  };
}
