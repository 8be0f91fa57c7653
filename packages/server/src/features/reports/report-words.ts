/** Joins the texts of a printed report in every language. */
import { criticalRuleTexts } from '@rhythmdesk/domain/critical/rule-texts';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { rhythmTexts } from '@rhythmdesk/domain/results/rhythm-texts';
import type { OwnWords, ReportWords } from './report-vocabulary.ts';
import { words as en } from './report-words-en.ts';
import { words as ja } from './report-words-ja.ts';
import { words as ko } from './report-words-ko.ts';
import { words as zh } from './report-words-zh.ts';

const wordsOf = (own: OwnWords, language: Language): ReportWords => ({
  ...own,
  critical_rules: criticalRuleTexts[language],
  rhythms: rhythmTexts[language],
});

export const reportWords: Readonly<Record<Language, ReportWords>> = {
  en: wordsOf(en, 'en'),
  ja: wordsOf(ja, 'ja'),
  ko: wordsOf(ko, 'ko'),
  zh: wordsOf(zh, 'zh'),
};
