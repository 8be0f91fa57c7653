/** A plain one-page PDF that stands where a device's report would, and says that this product made it. */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

export async function madeReport(lines: readonly string[]): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: 'Recording sheet', Creator: 'Rhythmdesk', Producer: 'Rhythmdesk' },
  });
  const bytes = buffer(document);
  document.font('Helvetica-Bold').fontSize(16).text('Recording sheet');
  document.moveDown().font('Helvetica').fontSize(10);
  document.text('Made by Rhythmdesk on import. This is not a report of the recording device.');
  document.moveDown();
  for (const line of lines) document.text(line.replaceAll(/[^\x20-\x7e]/g, '?'));
  document.end();
  return bytes;
}
