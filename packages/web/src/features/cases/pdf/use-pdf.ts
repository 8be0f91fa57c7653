/**
 * Opens a PDF from its bytes, with the size of every page in points; it is closed with the component or after the next
 * PDF.
 */
import type { PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import type { Size } from './zoom.ts';

export type PdfPage = { readonly number: number; readonly proxy: PDFPageProxy; readonly paper: Size };
type PdfState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'open'; readonly pages: readonly PdfPage[] };

async function readPages({ document }: OpenPdf): Promise<PdfPage[]> {
  const numbers = Array.from({ length: document.numPages }, (_none, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const proxy = await document.getPage(number);
      const { width, height } = proxy.getViewport({ scale: 1 });
      return { number, proxy, paper: { width, height } };
    }),
  );
}

type Shown = { readonly state: PdfState; readonly opened?: OpenPdf };

async function read(bytes: ArrayBuffer): Promise<Shown> {
  const opened = await openPdf(bytes).catch(() => undefined);
  if (opened === undefined) return { state: { kind: 'unreadable' } };
  const pages = await readPages(opened).catch(() => undefined);
  if (pages !== undefined) return { state: { kind: 'open', pages }, opened };
  opened.close();
  return { state: { kind: 'unreadable' } };
}

/** Open pages stay until those of the new bytes are open, or are found to be unreadable. Undefined: not loaded yet. */
export function usePdf(bytes: ArrayBuffer | undefined): PdfState {
  const [{ state, opened }, setShown] = useState<Shown>({ state: { kind: 'opening' } });
  useEffect(() => {
    if (bytes === undefined) return undefined;
    let gone = false;
    void read(bytes).then((next) => {
      if (gone) next.opened?.close();
      else setShown(next);
    });
    return () => {
      gone = true;
    };
  }, [bytes]);
  // Runs after the effects of the pages, which stop drawing first.
  useEffect(() => () => opened?.close(), [opened]);
  return state;
}
