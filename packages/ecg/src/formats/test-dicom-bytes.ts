/** Writes the bytes of DICOM waveforms for tests, from the text of the standard (PS3.5 7, PS3.10 7, PS3.3 C.10.9). */

const text = (value: string): number[] => [...new TextEncoder().encode(value)];
const word = (value: number): number[] => [value & 255, (value >> 8) & 255];
const long = (value: number): number[] => [...word(value), ...word(value >>> 16)];

export interface DicomForm {
  readonly explicit: boolean;
  /** Whether sequences and items have a length, or end with a delimiter. */
  readonly lengths: boolean;
}

/** Returns an element: group, number, representation, value. */
export function dicomElement(
  [group, number]: readonly [number, number],
  kind: string,
  value: readonly number[],
  explicit = true,
): number[] {
  const even = value.length % 2 === 0 ? value : [...value, kind === 'UI' ? 0 : 0x20];
  const head = [...word(group), ...word(number)];
  if (!explicit) return [...head, ...long(even.length), ...even];
  const isWide = ['OW', 'SQ', 'UN'].includes(kind);
  const length = isWide ? [0, 0, ...long(even.length)] : word(even.length);
  return [...head, ...text(kind), ...length, ...even];
}

function sequence(
  [group, number]: readonly [number, number],
  items: readonly number[][],
  { explicit, lengths }: DicomForm,
): number[] {
  const start = [0xfe, 0xff, 0, 0xe0];
  const wrapped = items.flatMap((item) =>
    lengths
      ? [...start, ...long(item.length), ...item]
      : [...start, ...long(0xffff_ffff), ...item, 0xfe, 0xff, 0x0d, 0xe0, 0, 0, 0, 0],
  );
  if (lengths) return dicomElement([group, number], 'SQ', wrapped, explicit);
  const head = [...word(group), ...word(number), ...(explicit ? [...text('SQ'), 0, 0] : [])];
  return [...head, ...long(0xffff_ffff), ...wrapped, 0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0];
}

export interface DicomGroupSpec {
  readonly offset_ms: number;
  readonly leads: readonly { readonly label: string; readonly samples: Int32Array }[];
}

/** Returns a multiplex group of 16 bits at 500 Hz and 2.5 µV. */
function groupOf({ offset_ms, leads }: DicomGroupSpec, form: DicomForm): number[] {
  const put = (group: number, number: number, kind: string, value: readonly number[]) =>
    dicomElement([group, number], kind, value, form.explicit);
  const count = leads[0]?.samples.length ?? 0;
  const channels = leads.map(({ label }) => [
    ...sequence([0x3a, 0x208], [put(8, 0x104, 'LO', text(`Lead ${label}`))], form),
    ...put(0x3a, 0x210, 'DS', text('2.5')),
    ...sequence([0x3a, 0x211], [put(8, 0x100, 'SH', text('uV'))], form),
  ]);
  const frames = Array.from({ length: count }, (_none, i) =>
    leads.flatMap(({ samples }) => word(samples[i] ?? 0)),
  ).flat();
  return [
    ...put(0x18, 0x1068, 'DS', text(String(offset_ms))),
    ...put(0x3a, 4, 'CS', text('ORIGINAL')),
    ...put(0x3a, 5, 'US', word(leads.length)),
    ...put(0x3a, 0x10, 'UL', long(count)),
    ...put(0x3a, 0x1a, 'DS', text('500')),
    ...sequence([0x3a, 0x200], channels, form),
    ...put(0x5400, 0x1004, 'US', word(16)),
    ...put(0x5400, 0x1006, 'CS', text('SS')),
    ...put(0x5400, 0x1010, 'OW', frames),
  ];
}

/** Returns a file of 5 November 2026, 8:00. */
export function encodeDicom(groups: readonly DicomGroupSpec[], form: DicomForm): Uint8Array<ArrayBuffer> {
  const syntax = form.explicit ? '1.2.840.10008.1.2.1' : '1.2.840.10008.1.2';
  return Uint8Array.from([
    ...new Uint8Array(128),
    ...text('DICM'),
    ...dicomElement([2, 0x10], 'UI', text(syntax)),
    ...dicomElement([8, 0x2a], 'DT', text('20261105080000'), form.explicit),
    ...sequence(
      [0x5400, 0x100],
      groups.map((group) => groupOf(group, form)),
      form,
    ),
  ]);
}
