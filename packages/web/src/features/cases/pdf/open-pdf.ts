/**
 * Opens PDFs with PDF.js. Its worker is a file of this product, so that the content security policy allows it.
 * Character maps, standard fonts and image decoders are beside it (see `pdf-assets.ts` of the build) and are fetched
 * only for a document that needs them. WebAssembly is off: the policy allows no other code.
 */
import type { PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { preloadTextsOf } from '../../../platform/texts/texts.ts';
import { browserAddress } from '../../../platform/address/base-path.ts';
import { whenIdle } from '../../../platform/when-idle.ts';

type PdfLibrary = typeof import('pdfjs-dist');
/** One worker reads all documents of the page, one after the other. */
type Reader = PdfLibrary & { readonly worker: PDFWorker };

let library: Promise<Reader> | undefined;

/** Loads the library and starts its worker; called in advance by pages that will soon show a PDF. */
export function loadPdfLibrary(): Promise<Reader> {
  library ??= import('pdfjs-dist').then(
    (loaded) => {
      loaded.GlobalWorkerOptions.workerSrc = workerUrl;
      return { ...loaded, worker: new loaded.PDFWorker() };
    },
    (error: unknown) => {
      library = undefined;
      throw error;
    },
  );
  return library;
}

/** Prepares to show a report once the page is idle. Returns the function that cancels this. */
export function prepareReportWhenIdle(): () => void {
  return whenIdle(() => {
    preloadTextsOf(['report', 'pdf', 'phrases']);
    // If the library cannot be loaded, the page shows that when a PDF is opened.
    loadPdfLibrary().catch(() => undefined);
  });
}

export type OpenPdf = { readonly document: PDFDocumentProxy; readonly close: () => void };

/** Reads a whole PDF; the caller keeps `bytes`. Rejects if it is not a PDF, is damaged, or needs a password. */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const { getDocument, version, worker } = await loadPdfLibrary();
  const partsFolder = browserAddress(`/assets/pdfjs-${version}/`);
  const task = getDocument({
    worker,
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
