/** Reads PDFs for tests as a PDF reader does. */
import { getDocument } from 'unpdf/pdfjs';
import { z } from 'zod';

const documentInfo = z.object({ Title: z.string(), Language: z.string() });

/** Returns the text of every page, and the properties that control how the document is read aloud. */
export async function readPdf(bytes: ArrayBuffer) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, i) => {
      const one = await document.getPage(i + 1);
      const { items } = await one.getTextContent();
      const tree = JSON.stringify(await one.getStructTree());
      const [, , width = 0, height = 0] = one.view;
      return { text: items.map((item) => ('str' in item ? item.str : '')).join(' '), tree, width, height };
    }),
  );
  const { info } = await document.getMetadata();
  await task.destroy();
  return { pages, info: documentInfo.parse(info) };
}
