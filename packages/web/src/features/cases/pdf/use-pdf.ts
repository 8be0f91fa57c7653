/** A PDF opened from its bytes, with the size of every page in points; closed with the component. */
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

export function usePdf(bytes: ArrayBuffer): PdfState {
  const [read, setRead] = useState<{ bytes: ArrayBuffer; state: PdfState }>();
  useEffect(() => {
    let gone = false;
    const opened = openPdf(bytes);
    const show = (state: PdfState) => {
      if (!gone) setRead({ bytes, state });
    };
    opened.then(readPages).then(
      (pages) => show({ kind: 'open', pages }),
      () => show({ kind: 'unreadable' }),
    );
    return () => {
      gone = true;
      opened.then(
        ({ close }) => close(),
        () => undefined,
      );
    };
  }, [bytes]);
  return read?.bytes === bytes ? read.state : { kind: 'opening' };
}
