/**
 * Opens PDFs with PDF.js. Its worker is a file of ours, so that the content policy allows it; character
 * maps, standard fonts and image decoders lie beside it (see `pdf-assets.ts` of the build) and are fetched only by a
 * document that needs them. WebAssembly is off: the policy allows no code but our files.
 */
import type { PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

type PdfLibrary = typeof import('pdfjs-dist');
/** One worker reads all documents of the page, one after the other. */
type Reader = PdfLibrary & { readonly worker: PDFWorker };

/** Delay in browsers without `requestIdleCallback`. */
const withoutIdleMs = 2_000;

let library: Promise<Reader> | undefined;

/** Fetches the library and starts its worker; whoever will soon show a PDF calls it ahead. */
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

/** Gets ready to show a PDF once the page has nothing else to do. Gives the way to call that off. */
export function loadPdfWhenIdle(): () => void {
  // A page that cannot fetch the library says so when a PDF is there.
  const load = (): void => void loadPdfLibrary().catch(() => undefined);
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(load);
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(load, withoutIdleMs);
  return () => clearTimeout(timer);
}

export type OpenPdf = { readonly document: PDFDocumentProxy; readonly close: () => void };

/** Reads a whole PDF; `bytes` stay the caller's. Rejects where it is none, is broken, or is locked by a password. */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const { getDocument, version, worker } = await loadPdfLibrary();
  const partsFolder = `/assets/pdfjs-${version}/`;
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
