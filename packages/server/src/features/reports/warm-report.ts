/**
 * Prints the report of a case that a user has opened and discards it, so that the reader's own first report is shown
 * sooner: the threads then run, and the fonts and the template are read.
 */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTypesetterWarm } from '../../platform/pdf/typeset.ts';
import { printReport } from './print-report.ts';
import { readDocument, type ReadCall } from './read-document.ts';
import type { ReportDependencies } from './report-dependencies.ts';

/**
 * Prints unless a report in this language was made lately. It waits first, because the page that was opened needs the
 * processor. A failure is left to the reader's own request.
 */
export async function printAhead(
  language: Language,
  print: () => Promise<unknown>,
  { isWarm = isTypesetterWarm, afterMs = 2000 } = {},
): Promise<void> {
  if (isWarm(language)) return;
  await sleep(afterMs, undefined, { ref: false });
  if (isWarm(language)) return;
  await print().catch(() => undefined);
}

export const warmReport = (dependencies: ReportDependencies, call: ReadCall): Promise<void> =>
  printAhead(call.input.language, async () =>
    printReport(dependencies, await readDocument(dependencies, call)),
  );
