/**
 * Defines the routes for the phrases in the conclusion of a report: a center's library, and the phrases with the
 * figures of one case.
 */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { phraseFits, phraseOccasions } from '@rhythmdesk/domain/report/phrase-occasions';
import { longestPhrase, mostPhrases, phraseFigures } from '@rhythmdesk/domain/report/phrases';
import { z } from 'zod';
import { instant, largestInteger, optionalText, rowId, whole } from './fields.ts';
import { groupName, personName } from './people.ts';
import { defineRoutes } from './route.ts';

const mostConclusionFigures = 200;

const phraseText = optionalText(longestPhrase);
export const phraseList = z
  .array(
    z.strictObject({
      occasion: z.enum(phraseOccasions),
      texts: z.strictObject({ en: phraseText, ja: phraseText, ko: phraseText, zh: phraseText }),
    }),
  )
  .max(mostPhrases);

const library = z.object({
  center: groupName,
  /** 0 if the center never wrote any; the phrases are then the starter phrases. */
  version: z.number().int(),
  phrases: phraseList,
  created_by: personName.nullable(),
  created_at: instant.nullable(),
});
export type PhraseLibrary = z.output<typeof library>;

const place = z.number().int().min(0).max(largestInteger);
/** A figure in a text, by character positions. */
const placedFigure = z.strictObject({ figure: z.enum(phraseFigures), start: place, end: place });
/** The figures of the reading in a conclusion, ordered by position. */
export const conclusionFigures = z
  .array(placedFigure.extend({ language: z.enum(languages) }))
  .max(mostConclusionFigures);

const filledPhrase = z.object({
  text: z.string(),
  figures: z.array(placedFigure),
  occasion: z.enum(phraseOccasions),
  /** `contradicts` if the phrase would be false. */
  fit: z.enum(phraseFits),
});
export type FilledPhrase = z.output<typeof filledPhrase>;

export const phraseRoutes = defineRoutes({
  reportPhrases: {
    method: 'GET',
    path: 'report/phrases',
    allow: 'report.phrases',
    audit: 'none',
    summary: 'Returns the phrases of the center, in their order.',
    input: z.strictObject({}),
    output: library,
  },
  changeReportPhrases: {
    method: 'PUT',
    path: 'report/phrases',
    allow: 'report.phrases',
    audit: 'report.phrases',
    summary:
      'Creates the next version of the center’s phrases, complete and in order; 409 if another user has changed them meanwhile.',
    input: z.strictObject({ version: whole(0), phrases: phraseList }),
    output: z.object({ version: z.number().int() }),
  },
  casePhrases: {
    method: 'GET',
    path: 'case/case/:case_id/report/phrases',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Returns the phrases of the case’s center in one language, filled with the current figures of the reading: those that it suggests first, those that it contradicts last.',
    input: z.strictObject({ case_id: rowId, language: z.enum(languages) }),
    output: z.object({
      /** The sequence number of the reading that the figures belong to. */
      sequence: z.number().int(),
      /** The text of each figure in each language. */
      figures: z.record(z.enum(languages), z.record(z.enum(phraseFigures), z.string())),
      /** Those that the reading contradicts come last. */
      phrases: z.array(filledPhrase),
      /**
       * The phrases that the reading contradicts, in every language and with figures in braces: to find them in a
       * conclusion.
       */
      contradicted: z.array(z.object({ occasion: z.enum(phraseOccasions), text: z.string() })),
    }),
  },
});
