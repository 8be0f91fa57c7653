/** Makes the demo's Report.pdf and Order.pdf: one page each, marked as synthetic, in Latin letters only. */
import PDFDocument from 'pdfkit';

export type SheetLine = readonly [label: string, value: string];

export async function recordSheet(title: string, lines: readonly SheetLine[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  document.font('Helvetica-Bold').fontSize(18).text(title);
  document
    .moveDown(0.3)
    .font('Helvetica')
    .fontSize(10)
    .fillColor('#BC4A31')
    .text('Synthetic recording for demonstration. No real patient.');
  document.moveDown(1).fillColor('#132124').fontSize(11);
  for (const [label, value] of lines) {
    const top = document.y;
    document.fillColor('#5B6C71').text(label, 56, top, { width: 150 });
    document.fillColor('#132124').text(value, 216, top, { width: 320 });
    document.moveDown(0.4);
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
