import { expect, test } from 'vitest';
import { pdfFault } from './pdf-check.ts';
import { bombedXref, plainPdf } from './test-pdf.ts';

test('a plain file is accepted, and the faults of others are named', async () => {
  expect(await pdfFault(plainPdf())).toBeNull();
  expect(await pdfFault(Buffer.from('no document'))).toBe('not-a-pdf');
  expect(await pdfFault(Buffer.from('%PDF-1.4\nnothing else'))).toBe('not-a-pdf');
});

test('a file that would cost memory and time is refused, and this thread is not blocked', async () => {
  const bomb = bombedXref(40_000_000);
  expect(bomb.byteLength).toBeLessThan(200_000);
  const before = process.memoryUsage().heapUsed;
  const judged = [pdfFault(bomb), pdfFault(plainPdf()), pdfFault(bomb), pdfFault(plainPdf())];
  expect(await Promise.all(judged)).toEqual(['not-a-pdf', null, 'not-a-pdf', null]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 1024 * 1024);
});
