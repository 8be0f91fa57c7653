/**
 * Prints a PDF without leaving the page: every page is drawn at 200 dpi into a layer that only the printer sees, one
 * sheet each. (A frame with the file would need a content security policy that allows frames.)
 */
import { paintPage } from './paint-page.ts';
import type { PdfPage } from './use-pdf.ts';

const dotsPerPoint = 200 / 72;

/** Makes a style sheet for this print alone; a constructed sheet needs no nonce. */
function printRules({ width, height }: PdfPage['paper']): CSSStyleSheet {
  const rules = new CSSStyleSheet();
  rules.replaceSync(`
    .print-only { display: none; }
    @page { size: ${String(width)}pt ${String(height)}pt; margin: 0; }
    @media print {
      html, body { height: auto !important; overflow: visible !important; background: #fff !important; }
      body > :not(.print-only) { display: none !important; }
      .print-only { display: block !important; }
      .print-only canvas { display: block; width: 100%; break-after: page; break-inside: avoid; }
    }`);
  return rules;
}

export async function printPdf(pages: readonly PdfPage[]): Promise<void> {
  const [first] = pages;
  if (first === undefined) return;
  const layer = document.createElement('div');
  layer.className = 'print-only';
  layer.setAttribute('aria-hidden', 'true');
  const rules = printRules(first.paper);
  try {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    document.body.append(layer);
    for (const page of pages) {
      const canvas = document.createElement('canvas');
      layer.append(canvas);
      await paintPage(page, canvas, dotsPerPoint, 1, 'print').done;
    }
    window.print();
  } finally {
    layer.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules);
  }
}
