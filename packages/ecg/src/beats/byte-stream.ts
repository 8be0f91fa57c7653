/** Writes and reads little-endian numbers one after another. */

export class ByteWriter {
  private readonly buffer: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(capacity: number) {
    this.buffer = new Uint8Array(capacity);
    this.view = new DataView(this.buffer.buffer);
  }
  u8(value: number): void {
    this.buffer[this.at++] = value;
  }
  u16(value: number): void {
    this.view.setUint16(this.at, value, true);
    this.at += 2;
  }
  u32(value: number): void {
    this.view.setUint32(this.at, value, true);
    this.at += 4;
  }
  f32(value: number): void {
    this.view.setFloat32(this.at, value, true);
    this.at += 4;
  }
  f64(value: number): void {
    this.view.setFloat64(this.at, value, true);
    this.at += 8;
  }
  leb(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.u8((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.u8(rest);
  }
  bytes(values: Uint8Array): void {
    this.buffer.set(values, this.at);
    this.at += values.length;
  }
  done(): Uint8Array {
    return this.buffer.subarray(0, this.at);
  }
}

/** Reads numbers. Reads past the end give zeros and set `failed`; nothing throws. */
export class ByteReader {
  at = 0;
  failed = false;
  private readonly source: Uint8Array;
  private readonly view: DataView;

  constructor(source: Uint8Array) {
    this.source = source;
    this.view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  }
  /** Whether `count` more bytes are left; the stream fails when they are not. */
  private has(count: number): boolean {
    if (this.at + count > this.source.length) this.failed = true;
    return !this.failed;
  }
  u8(): number {
    return this.has(1) ? (this.source[this.at++] ?? 0) : 0;
  }
  u16(): number {
    if (!this.has(2)) return 0;
    this.at += 2;
    return this.view.getUint16(this.at - 2, true);
  }
  u32(): number {
    if (!this.has(4)) return 0;
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }
  f32(): number {
    if (!this.has(4)) return 0;
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }
  f64(): number {
    if (!this.has(8)) return 0;
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }
  leb(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 35; factor *= 128) {
      const byte = this.u8();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    this.failed = true;
    return 0;
  }
  bytes(count: number): Uint8Array {
    if (!this.has(count)) return new Uint8Array();
    this.at += count;
    return this.source.slice(this.at - count, this.at);
  }
}
