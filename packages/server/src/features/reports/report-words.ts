/** Joins the texts of a printed report in every language. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { ReportWords } from './report-vocabulary.ts';
import { words as en } from './report-words-en.ts';
import { words as ja } from './report-words-ja.ts';
import { words as ko } from './report-words-ko.ts';
import { words as zh } from './report-words-zh.ts';

export const reportWords = { en, ja, ko, zh } as const satisfies Record<Language, ReportWords>;
