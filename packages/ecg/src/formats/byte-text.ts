// Fixed-width ASCII fields as the recording files have them.

/** The field's bytes as ASCII up to the first zero; null where a byte is not printable or text follows the zero. */
export function readAsciiField(bytes: Uint8Array, offset: number, width: number): string | null {
  let text = '';
  let ended = false;
  for (let i = offset; i < offset + width; i++) {
    const byte = bytes[i];
    if (byte === undefined) return null;
    if (byte === 0) ended = true;
    else if (ended || byte < 0x20 || byte > 0x7e) return null;
    else text += String.fromCharCode(byte);
  }
  return text;
}

/** Writes printable ASCII, zero padded. Throws a RangeError where the text does not fit or is not ASCII. */
export function writeAsciiField(bytes: Uint8Array, offset: number, width: number, text: string): void {
  if (text.length > width || !/^[\x20-\x7e]*$/.test(text)) {
    throw new RangeError(`text does not fit an ASCII field of ${width}`);
  }
  for (let i = 0; i < width; i++) bytes[offset + i] = i < text.length ? text.charCodeAt(i) : 0;
}

/** Whether every byte from start up to end (not included) is zero. */
export function allZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== 0) return false;
  return true;
}
