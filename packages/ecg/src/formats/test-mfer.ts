/** Writes MFER files for tests, from the text of the standard (ISO/TS 11073-92001). */

export interface MferWriter {
  readonly little: boolean;
}

/** Returns a number of some bytes in the file's order. */
export function mferInt(value: number, bytes: number, { little }: MferWriter): number[] {
  const high = Array.from({ length: bytes }, (_none, i) => Math.floor(value / 256 ** (bytes - 1 - i)) & 255);
  return little ? high.reverse() : high;
}

/** Returns an element: tag, length, value. */
export function mferElementOf(tag: number, value: readonly number[]): number[] {
  const length = value.length < 128 ? [value.length] : [0x84, ...mferInt(value.length, 4, { little: false })];
  return [tag, ...length, ...value];
}

/** Returns an attribute of one channel. */
export const mferChannelOf = (channel: number, ...elements: readonly number[][]): number[] => {
  const value = elements.flat();
  return [0x3f, channel, value.length, ...value];
};

export const mferText = (text: string): number[] => [...new TextEncoder().encode(text)];

export const mferPreamble = mferElementOf(0x40, mferText('MFR Standard 12 leads ECG       '));

/** A time of 5 November 2026. */
export function mferTime(hour: number, minute: number, second: number, writer: MferWriter): number[] {
  return mferElementOf(0x85, [
    ...[...mferInt(2026, 2, writer), 11, 5, hour, minute, second],
    ...[...mferInt(0, 2, writer), ...mferInt(0, 2, writer)],
  ]);
}

/** Interleaves blocks of the leads: so many samples of the first, then of the second, as often as they have samples. */
export function mferWave(
  leads: readonly Int32Array[],
  block: number,
  writer: MferWriter,
  bytes = 2,
): number[] {
  const groups = Math.ceil((leads[0]?.length ?? 0) / block);
  return Array.from({ length: groups }, (_none, group) =>
    leads.flatMap((samples) =>
      [...samples.subarray(group * block, (group + 1) * block)].flatMap((value) =>
        mferInt(value, bytes, writer),
      ),
    ),
  ).flat();
}

/** The lead codes of the 12-lead part. */
const mferLeadCodes = new Map([
  ...['I', 'II', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'].map((name, i) => [name, i + 1] as const),
  ...['III', 'aVR', 'aVL', 'aVF'].map((name, i) => [name, i + 61] as const),
]);

/** Returns the attributes of leads at 500 Hz and 1.25 µV with blocks of `block` samples. */
export function mferHeader(labels: readonly string[], block: number, writer: MferWriter): number[] {
  return [
    ...mferPreamble,
    ...mferElementOf(0x01, [writer.little ? 1 : 0]),
    ...mferElementOf(0x08, mferInt(1, 2, writer)),
    ...mferTime(8, 0, 0, writer),
    ...mferElementOf(0x0b, [1, 0xfd, ...mferInt(2, 1, writer)]),
    ...mferElementOf(0x0c, [0, 0xf7, ...mferInt(1250, 2, writer)]),
    ...mferElementOf(0x04, mferInt(block, 4, writer)),
    ...mferElementOf(0x05, mferInt(labels.length, 1, writer)),
    ...labels.flatMap((label, i) =>
      mferChannelOf(i, mferElementOf(0x09, mferInt(mferLeadCodes.get(label) ?? 0, 2, writer))),
    ),
  ];
}

/** Returns a file of one frame. */
export function encodeMfer(
  leads: readonly { readonly label: string; readonly samples: Int32Array }[],
  block: number,
  writer: MferWriter,
): Uint8Array<ArrayBuffer> {
  const wave = mferWave(
    leads.map(({ samples }) => samples),
    block,
    writer,
  );
  return Uint8Array.from([
    ...mferHeader(
      leads.map(({ label }) => label),
      block,
      writer,
    ),
    ...mferElementOf(0x1e, wave),
    ...mferElementOf(0x80, []),
  ]);
}
