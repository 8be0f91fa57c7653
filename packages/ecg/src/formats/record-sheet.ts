// Writes the Report.pdf of a recording that this product converted from another format: one page with that statement,
// what the file was, and what of it was left out. It is in English and ASCII, since it takes the place of a device's
// own sheet.
//
// The page is written without a library: pdfkit needs Node's streams, and this code also runs in the browser. Source:
// ISO 32000-1, 7.5 (file structure) and 9.6.2.2 (the fonts that need no embedding).

import type { LeftOut, LeftOutReason, SourceFlaw } from './recording.ts';

export interface SheetFacts {
  /** The common name of the file's format: `EDF+`. */
  readonly format: string;
  readonly hn_id: string;
  readonly start_ms: number;
  /** Where the start time comes from. */
  readonly start_from: 'file' | 'person' | 'nobody';
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly samples: number;
  readonly leads: readonly string[];
  readonly left_out: readonly LeftOut[];
  /** The faults that were found in the file. */
  readonly flaws: readonly SourceFlaw[];
  /** The file of reference annotations used for the hourly count; null if nothing was counted. */
  readonly counted_from: string | null;
}

const reasonWords = {
  'no-voltage': 'no voltage',
  'unknown-unit': 'unknown unit',
  'no-scale': 'no scale',
  'no-ecg': 'no ECG lead',
  'unknown-name': 'not named like an ECG lead',
  'other-rate': 'another sampling rate',
  'beyond-twelve': 'more than twelve leads',
  damaged: 'damaged',
  'other-form': 'stored in a form that is not read',
} as const satisfies Record<LeftOutReason, string>;

/** The words for each flaw; `{name}` stands for a fact of its detail. */
const flawWords = {
  'header-field': 'The header states a wrong {field}; it was computed',
  'record-cut': 'The file ends within a record; {bytes} bytes of that record are left out',
  'records-missing': 'The header states {expected} records, the file has {found}',
  'records-more': 'The header states {expected} records, the file has {found}; all were read',
  'samples-missing': 'The header states {expected} samples of a lead, the file has {found}',
  'samples-more': 'The header states {expected} samples of a lead, the file has {found}',
  'bytes-after': '{bytes} bytes after the signal are left out',
  'checksum-missing': 'The file has no checksum; its header was not verified',
  'header-checksum':
    'The checksum of the header is wrong: compare leads, sampling rate and scale with the device',
  'checksum-wrong': 'The checksum of the file is wrong; only parts whose own checksum is valid were read',
  'file-damaged': 'The file is incomplete or damaged; only what is whole was read',
  'parts-damaged': '{count} parts of the file are damaged and left out',
  'parts-apart': '{count} stretches of the signal have no possible place in time and are left out',
  'samples-unreadable': '{count} samples cannot be read and are missing',
  'length-unsure':
    'The header states {expected} samples of a lead, the file has {found}: its writer counted all leads, or it is cut',
  'start-unreadable': 'The start in the file is no date and time: {found}',
  'record-clock': 'The times of {count} records overlap or leap; these records follow one another',
  'notes-encoding': '{count} notes were read as {encoding}',
  'notes-unreadable': 'The letters of {count} notes cannot be read',
  'notes-time': '{count} notes of times far from the recording are left out',
  'annotations-unreadable': 'The reference annotations cannot be read and are left out',
  resampled: 'The signal was resampled from {from_hz} Hz to {to_hz} Hz',
} as const satisfies Record<SourceFlaw['code'], string>;

/** Returns what is wrong with a file, in English. */
export function flawLine({ code, detail }: SourceFlaw): string {
  return flawWords[code].replace(/\{(\w+)\}/g, (_all, name: string) => String(detail[name] ?? ''));
}

/** Returns which signal was left out and why, in English. */
export const leftOutLine = ({ label, why }: LeftOut): string =>
  `Not taken over: ${label} (${reasonWords[why]})`;

const startWords = {
  file: 'from the file',
  person: 'entered by hand, the file does not say',
  nobody: 'the time of import stands in, the file does not say',
} as const satisfies Record<SheetFacts['start_from'], string>;

/** Returns the lines of the sheet below its title. */
export function recordSheetLines(facts: SheetFacts): string[] {
  const seconds = Math.round(facts.samples / facts.sampling_hz);
  const counted =
    facts.counted_from === null
      ? 'Hourly count: none, no device analysed this recording'
      : `Hourly count: from the reference annotations ${facts.counted_from}`;
  return [
    'Made by Rhythmdesk out of another format. This is not a report of the recording device.',
    '',
    `HN ID: ${facts.hn_id}`,
    `Format of the file: ${facts.format}`,
    `Start: ${new Date(facts.start_ms).toISOString()} (${startWords[facts.start_from]})`,
    `Length: ${seconds} s`,
    `Sampling rate: ${facts.sampling_hz} Hz`,
    `Leads: ${facts.leads.join(', ')}`,
    ...facts.left_out.map(leftOutLine),
    ...facts.flaws.map(flawLine),
    counted,
  ];
}

/** Most letters in a line: in Helvetica of 10 points, no line of this length exceeds an A4 page. */
const LINE_LETTERS = 96;
const MOST_LINES = 48;

function wrapped(line: string): string[] {
  const ascii = line.replace(/[^\x20-\x7e]/g, '?');
  const words = ascii.split(' ');
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= LINE_LETTERS) lines.push(`  ${word}`);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((each) => each.slice(0, LINE_LETTERS));
}

function shown(line: string): string {
  return `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`;
}

/** Returns one A4 page with a title and lines; the last line gives the number of lines that did not fit. */
export function encodeRecordSheet(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const rows = lines.flatMap(wrapped);
  const more = rows.length - MOST_LINES;
  const page = more > 0 ? [...rows.slice(0, MOST_LINES), `... and ${more} more lines`] : rows;
  const drawn = [
    'BT /F2 16 Tf 56 770 Td (Recording sheet) Tj ET',
    `BT /F1 10 Tf 14 TL 56 740 Td ${page.map(shown).join(' ')} ET`,
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R' +
      ' /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    '<< /Title (Recording sheet) /Creator (Rhythmdesk) /Producer (Rhythmdesk) >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const size = objects.length + 1;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>`;
  return new TextEncoder().encode(`${text}${end}\nstartxref\n${text.length}\n%%EOF\n`);
}
