/** Creates PDFs by hand for tests: a plain page, and one that requests gigabytes of memory. */
import { deflateSync } from 'node:zlib';

/** Concatenates the parts, with a `startxref` to the last. */
function fileOf(parts: readonly Buffer[], startxref: number): Buffer {
  return Buffer.concat([...parts, Buffer.from(`\nstartxref\n${String(startxref)}\n%%EOF\n`, 'latin1')]);
}

/** Creates a PDF with one empty page (ISO 32000-2, annex H.2). */
export function plainPdf(): Buffer {
  const objects = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>\nendobj\n',
  ];
  let at = 9;
  const offsets = objects.map((object) => {
    const start = at;
    at += object.length;
    return `${String(start).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size 4/Root 1 0 R>>`;
  return fileOf([Buffer.from(`%PDF-1.4\n${objects.join('')}${table}`, 'latin1')], at);
}

/**
 * Creates a cross-reference stream that unpacks to `entries` entries of one object each: kilobytes that request
 * gigabytes.
 */
export function bombedXref(entries: number): Buffer {
  const packed = deflateSync(Buffer.alloc(entries * 4, 1), { level: 9 });
  const size = String(entries);
  const dictionary = `1 0 obj\n<</Type/XRef/W[1 2 1]/Index[0 ${size}]/Size ${size}/Root 2 0 R/Filter/FlateDecode/Length ${String(packed.length)}>>\nstream\n`;
  const parts = [
    Buffer.from(`%PDF-1.5\n${dictionary}`, 'latin1'),
    packed,
    Buffer.from('\nendstream\nendobj', 'latin1'),
  ];
  return fileOf(parts, 9);
}
