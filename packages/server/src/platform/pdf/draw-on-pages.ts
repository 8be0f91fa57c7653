/**
 * Adds drawings beneath the text of a PDF's pages, as an incremental update with one page at a time. A document of any
 * length therefore needs only the memory of a page and of its text.
 *
 * Invariants: the bytes of the PDF come first and stay unchanged. A drawing comes before the existing contents of its
 * page, so neither changes how the other is painted. It is an artifact, so a screen reader reads only the page's own
 * text.
 * ISO 32000-1, 7.5.6 (incremental updates) and 14.8.2.2 (artifacts).
 */
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { PDFArray, PDFDocument, PDFName, PDFRef, type PDFPage } from '@cantoo/pdf-lib';

const deflated = promisify(deflate);

/** Returns the offset of a PDF's cross-reference table. */
function tableStart(pdf: Uint8Array): number {
  const tail = Buffer.from(pdf.subarray(Math.max(0, pdf.length - 1024))).toString('latin1');
  const found = [...tail.matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1];
  if (found === undefined) throw new Error('a PDF without a table of objects');
  return Number(found);
}

/** Returns the page's dictionary with the drawing before its contents. */
function pageWith({ node, ref }: PDFPage, drawing: PDFRef): string {
  const key = PDFName.of('Contents');
  const held = node.get(key);
  const parts = node.lookup(key) instanceof PDFArray ? node.lookup(key, PDFArray).asArray() : [held];
  const contents = [drawing, ...parts].flatMap((part) => (part === undefined ? [] : [part.toString()]));
  const rest = node
    .entries()
    .flatMap(([name, value]) => (name === key ? [] : [`${name.toString()} ${value.toString()}`]));
  return `${ref.objectNumber} ${ref.generationNumber} obj\n<< ${rest.join('\n')} /Contents [${contents.join(' ')}] >>\nendobj\n`;
}

type Entry = { readonly number: number; readonly at: number };

/** Returns the cross-reference table of the new or changed objects, in runs of consecutive numbers. */
function tableOf(entries: readonly Entry[]): string {
  const sorted = [...entries].sort((a, b) => a.number - b.number);
  const parts: string[] = ['xref\n'];
  for (let from = 0; from < sorted.length;) {
    const first = sorted[from]?.number ?? 0;
    let to = from;
    while (sorted[to]?.number === first + to - from) to += 1;
    parts.push(`${String(first)} ${String(to - from)}\n`);
    for (const { at } of sorted.slice(from, to)) parts.push(`${String(at).padStart(10, '0')} 00000 n \n`);
    from = to;
  }
  return parts.join('');
}

/** `drawings` yields the operators of each page in turn. Yields once per page, and once before and after them. */
export async function* drawOnPages(
  pdf: Uint8Array,
  drawings: AsyncIterable<string>,
): AsyncGenerator<Uint8Array, undefined> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const { trailerInfo, largestObjectNumber } = document.context;
  const pages = document.getPages();
  const entries: Entry[] = [];
  let at = pdf.length + 1;
  let number = largestObjectNumber;
  yield Buffer.concat([pdf, Buffer.from('\n')]);
  let index = 0;
  for await (const drawing of drawings) {
    const page = pages[index];
    if (page === undefined) throw new Error('more drawings than pages');
    const body = await deflated(Buffer.from(`/Artifact BMC\nq\n${drawing}Q\nEMC\n`, 'latin1'), { level: 4 });
    number += 1;
    const head = `${String(number)} 0 obj\n<< /Filter /FlateDecode /Length ${String(body.length)} >>\nstream\n`;
    const stream = Buffer.concat([Buffer.from(head), body, Buffer.from('\nendstream\nendobj\n')]);
    const changed = Buffer.from(pageWith(page, PDFRef.of(number)), 'latin1');
    entries.push({ number, at }, { number: page.ref.objectNumber, at: at + stream.length });
    at += stream.length + changed.length;
    index += 1;
    yield Buffer.concat([stream, changed]);
  }
  const named = (
    [
      ['Root', trailerInfo.Root],
      ['Info', trailerInfo.Info],
      ['ID', trailerInfo.ID],
    ] as const
  ).flatMap(([name, value]) => (value === undefined ? [] : [`/${name} ${value.toString()}`]));
  const trailer = `trailer\n<< /Size ${String(number + 1)} ${named.join(' ')} /Prev ${String(tableStart(pdf))} >>`;
  yield Buffer.from(`${tableOf(entries)}${trailer}\nstartxref\n${String(at)}\n%%EOF\n`, 'latin1');
}
