// Recognises files that hospitals have beside the formats that are read here, so that a refusal can say what they are.

export interface ForeignFormat {
  /** Its name, the same in all languages. */
  readonly name: string;
  /** Whether it is another recording, a printed ECG without signal, or a table of numbers without scale. */
  readonly kind: 'recording' | 'picture' | 'table';
}

/** Signatures at the beginning of files. */
const signatures: readonly (readonly [bytes: string, name: string, kind: ForeignFormat['kind']])[] = [
  ['%PDF', 'PDF', 'picture'],
  ['\xff\xd8\xff', 'JPEG', 'picture'],
  ['\x89PNG', 'PNG', 'picture'],
  ['II*\0', 'TIFF', 'picture'],
  ['MM\0*', 'TIFF', 'picture'],
  ['GIF8', 'GIF', 'picture'],
  ['MATLAB 5.0 MAT-file', 'MATLAB 5', 'recording'],
  ['\x89HDF', 'HDF5', 'recording'],
  ['GDF ', 'GDF', 'recording'],
  ['MSH|', 'HL7 v2', 'recording'],
  ['\x0bMSH|', 'HL7 v2', 'recording'],
  ['\xd0\xcf\x11\xe0', 'Microsoft Office', 'table'],
];

/** Names of ECG documents by their root element, in small letters. */
const roots: ReadonlyMap<string, string> = new Map([
  ['restingecg', 'GE MUSE XML'],
  ['sapphire', 'GE Sapphire XML'],
  ['cardiologyxml', 'GE CardioSoft XML'],
  ['restingecgdata', 'Philips ECG XML'],
  ['ecg', 'Mortara XML'],
  ['examdescript', 'Schiller XML'],
  ['clinicaldocument', 'HL7 CDA'],
]);

function xmlName(letters: string): string | null {
  const start = letters.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '');
  if (!start.startsWith('<')) return null;
  const root = /<([a-z_][\w.-]*:)?([a-z_][\w.-]*)/i.exec(start.replaceAll(/<!--.*?(?:-->|$)/gs, ''))?.[2];
  return root === undefined ? null : (roots.get(root.toLowerCase()) ?? `XML (${root.slice(0, 40)})`);
}

/** Tells whether most lines of a text are numbers between separators. */
function isTable(letters: string): boolean {
  if (/[^\t\n\r\x20-\xff]/.test(letters)) return false;
  const lines = letters.split(/\r?\n|\r/).filter((line) => line.trim() !== '');
  const numbers = lines.filter((line) => /^\s*[-+]?\d[-+\d.,;:eE\t ]*$/.test(line));
  return lines.length >= 3 && numbers.length > lines.length / 2;
}

/** Returns what a file with these first bytes is; null if it is unknown. */
export function foreignFormat(head: Uint8Array): ForeignFormat | null {
  const bytes = new TextDecoder('latin1').decode(head.subarray(0, 4096));
  const found = signatures.find(([start]) => bytes.startsWith(start));
  if (found !== undefined) return { name: found[1], kind: found[2] };
  // UTF-16 has a zero next to each ASCII letter.
  const letters = bytes.replaceAll('\0', '');
  const xml = xmlName(letters);
  if (xml !== null) return { name: xml, kind: 'recording' };
  if (/^\s*[[{]\s*["{[]/.test(letters)) return { name: 'JSON', kind: 'recording' };
  return isTable(letters) ? { name: 'CSV', kind: 'table' } : null;
}
