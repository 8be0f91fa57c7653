/**
 * Measures a report of a day with thirty strips, in each language: the drawing, and the pages that the preview waits
 * for.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '../../packages/domain/src/kit/languages.ts';
import { printedPages } from '../../packages/server/src/features/reports/printed-pages.ts';
import { typeset } from '../../packages/server/src/platform/pdf/typeset.ts';
import type { Bench } from './bench.ts';
import { percentile } from './percentile.ts';
import { reportCase } from './report-case.ts';

const strips = 30;
const tries = 5;
const goalMs = 1000;
const templateFile = new URL(
  '../../packages/server/src/features/reports/report-document.typ',
  import.meta.url,
);

/** Folder in which the pages are kept to be looked at, if set. */
const folder = process.env['REPORT_BENCH_DIR'];

export default {
  name: 'report',
  run: async (print) => {
    const { documentIn, drawn } = reportCase(strips);
    const template = await readFile(templateFile, 'utf8');
    for (const language of languages) {
      const document = documentIn(language);
      const times: number[] = [];
      let pdf: Buffer = await typeset(template, printedPages(document, drawn, null), language);
      for (let i = 0; i < tries; i++) {
        const began = performance.now();
        pdf = await typeset(template, printedPages(document, drawn, null), language);
        times.push(performance.now() - began);
      }
      print({
        what: `${String(strips)} strips in ${language}, median`,
        detail: `${String(Math.round(pdf.length / 1024))} kB`,
        value: percentile(times, 0.5),
        unit: 'ms',
        goal: goalMs,
      });
      if (folder === undefined) continue;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `report-${language}.pdf`), pdf);
    }
  },
} satisfies Bench;
