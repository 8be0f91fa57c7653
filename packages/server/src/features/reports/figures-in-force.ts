/** Compares the conclusion of a report with the reading: figures that are out of date and contradicted statements. */
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import { type Conclusion, staleFigures, type StaleFigure } from '@rhythmdesk/domain/report/conclusion';
import {
  type Contradiction,
  contradictionsIn,
  falsePhrases,
} from '@rhythmdesk/domain/report/contradicted-phrases';
import type { Phrase } from '@rhythmdesk/domain/report/phrases';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { figureTexts } from './figure-texts.ts';
import { knownPhrases, phrasesOf } from './phrase-library.ts';
import { formsOf } from './report-forms.ts';

type Compared = {
  readonly conclusion: Conclusion;
  readonly figures: ReportDocument['figures'];
  readonly time_zone: string;
  /** The phrases that the conclusion may contain. */
  readonly phrases: readonly Phrase[];
};

function conclusionFaults({ conclusion, figures, time_zone, phrases }: Compared): {
  readonly stale: readonly StaleFigure[];
  readonly contradicted: readonly Contradiction[];
} {
  const facts = { ...figures.summary, counts: figures.counts };
  return {
    stale: staleFigures(conclusion, (language) => figureTexts(figures, formsOf(language, time_zone))),
    contradicted: contradictionsIn(conclusion.text, falsePhrases(phrases, facts)),
  };
}

/** Returns a function that counts the faults of a case's conclusion against the figures of its reading. */
export const conclusionFaultsOf =
  (db: Db) =>
  async ({ row, hospital, center }: CaseRecord, figures: ReportDocument['figures']) => {
    const conclusion = { text: row.technician_comment, figures: row.conclusion_figures };
    const phrases = knownPhrases(await phrasesOf(db, center?.id ?? null));
    const found = conclusionFaults({ conclusion, figures, time_zone: hospital.time_zone, phrases });
    return { figures: found.stale.length, statements: found.contradicted.length };
  };

/** Refuses the document if its conclusion contains a fault. */
export function proveConclusion(document: ReportDocument, phrases: readonly Phrase[]): void {
  const { conclusion: text, conclusion_figures, figures, recording } = document;
  const conclusion = { text, figures: conclusion_figures };
  const { time_zone } = recording;
  const { stale, contradicted } = conclusionFaults({ conclusion, figures, time_zone, phrases });
  const fields = [
    ...stale.map(({ figure }) => [`figures.${figure}`, 'refusal.report.figures-stale'] as const),
    ...contradicted.map(
      ({ occasion }) => [`statements.${occasion}`, 'refusal.report.conclusion-contradicts'] as const,
    ),
  ];
  if (fields.length === 0) return;
  const code = contradicted.length > 0 ? 'report/conclusion-contradicts' : 'report/figures-stale';
  throw new Refusal(code, { fields: Object.fromEntries(fields) });
}
