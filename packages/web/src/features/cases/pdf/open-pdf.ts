/**
 * PDF.js, fetched with the first PDF. Its worker is a file of ours, so that the content policy allows it; character
 * maps, standard fonts and image decoders lie beside it (see `pdf-assets.ts` of the build) and are fetched only by a
 * document that needs them. WebAssembly is off: the policy allows no code but our files.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

export type PdfLibrary = typeof import('pdfjs-dist');

let library: Promise<PdfLibrary> | undefined;

export function loadPdfLibrary(): Promise<PdfLibrary> {
  library ??= import('pdfjs-dist').then(
    (loaded) => {
      loaded.GlobalWorkerOptions.workerSrc = workerUrl;
      return loaded;
    },
    (error: unknown) => {
      library = undefined;
      throw error;
    },
  );
  return library;
}

export type OpenPdf = { readonly document: PDFDocumentProxy; readonly close: () => void };

/** Reads a whole PDF; `bytes` stay the caller's. Rejects where it is none, is broken, or is locked by a password. */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const { getDocument, version } = await loadPdfLibrary();
  const partsFolder = `/assets/pdfjs-${version}/`;
  const task = getDocument({
    data: bytes.slice(0),
    cMapUrl: `${partsFolder}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${partsFolder}standard_fonts/`,
    wasmUrl: `${partsFolder}wasm/`,
    useWasm: false,
    enableXfa: false,
    verbosity: 0,
  });
  return { document: await task.promise, close: () => void task.destroy() };
}
