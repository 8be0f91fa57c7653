/**
 * Provides the phrases of the practice as the server offers them for a case: the default phrases of every center, with
 * figures filled in here.
 */
import type { FilledPhrase } from '@rhythmdesk/contract/report-phrases';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { countFindings } from '@rhythmdesk/ecg/rhythm/count-findings';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import { type FiguresOfReading, namedFigures } from '@rhythmdesk/ecg/report/named-figures';
import type { PracticeRecording } from '@rhythmdesk/ecg/synth/practice-recording';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { falsePhrases } from '@rhythmdesk/domain/report/contradicted-phrases';
import { fitOf, phraseFits } from '@rhythmdesk/domain/report/phrase-occasions';
import { fillPhrase, type PhraseFigure } from '@rhythmdesk/domain/report/phrases';
import { starterPhrases } from '@rhythmdesk/domain/report/starter-phrases';
import { formatDuration } from '../../../platform/texts/duration.ts';
import { formatNumber, formatPercent } from '../../../platform/texts/format.ts';

const absent = '–';

type UnitForm = (value: string) => string;
/** As a report writes them. */
const units = {
  en: { bpm: (n) => `${n} /min`, s: (n) => `${n} s` },
  ja: { bpm: (n) => `${n}/分`, s: (n) => `${n}秒` },
  ko: { bpm: (n) => `${n}/분`, s: (n) => `${n}초` },
  zh: { bpm: (n) => `${n}次/分`, s: (n) => `${n}秒` },
} as const satisfies Record<Language, Record<'bpm' | 's', UnitForm>>;

function figureTexts(figures: FiguresOfReading, language: Language): Record<PhraseFigure, string> {
  const named = namedFigures(figures);
  const unit = units[language];
  const count = (value: number): string => formatNumber(language, value);
  const percent = (share: number): string => formatPercent(language, share);
  const length = (seconds: number): string => formatDuration(language, seconds * 1000);
  const orAbsent = (of: (value: number) => string, value: number | null): string =>
    value === null ? absent : of(value);
  const bpm = (value: number): string => unit.bpm(count(Math.round(value)));
  return {
    worn: length(named.worn_s),
    analysed: length(named.analysed_s),
    rate_mean: orAbsent(bpm, named.rate_mean),
    rate_min: orAbsent(bpm, named.rate_min),
    rate_max: orAbsent(bpm, named.rate_max),
    af_burden: percent(named.af_burden),
    af_episodes: count(named.af_episodes),
    af_longest: orAbsent(length, named.af_longest_s),
    longest_rr: orAbsent((ms) => unit.s(formatNumber(language, ms / 1000, 2)), named.longest_rr_ms),
    pauses: count(named.pauses),
    v_beats: count(named.v_beats),
    v_share: percent(named.v_share),
    v_couplets: count(named.v_couplets),
    v_runs: count(named.v_runs),
    s_beats: count(named.s_beats),
    s_share: percent(named.s_share),
    s_runs: count(named.s_runs),
    // The browser does not measure it, and no default phrase uses it.
    qtc: absent,
    sdnn: orAbsent((ms) => `${count(Math.round(ms))} ms`, named.sdnn_ms),
    finding_afl: count(figures.counts.find(({ kind }) => kind === 'afl')?.count ?? 0),
  };
}

/** Returns the phrases like `casePhrases` of the contract: from the current reading, the suggested phrases first. */
export function practicePhrases(
  { analysis }: PracticeRecording,
  log: readonly ReadingEdit[],
  language: Language,
) {
  const edits = log.map((edit, i) => ({ sequence: i + 1, analysis_version: 1, edit }));
  const reading = applyEdits(analysis, edits);
  const summary = createReadingFigures()(reading, { criteria: defaultCriteria, engine_version: 'practice' });
  const counts = countFindings(summary);
  const textsIn = (of: Language) => figureTexts({ summary, counts }, of);
  const figures = { en: textsIn('en'), ja: textsIn('ja'), ko: textsIn('ko'), zh: textsIn('zh') };
  const facts = { ...summary, counts };
  const phrases = starterPhrases.map(({ occasion, texts }): FilledPhrase => {
    const filled = fillPhrase(texts[language], figures[language]);
    return { text: filled.text, figures: [...filled.figures], occasion, fit: fitOf(occasion, facts) };
  });
  const inOrder = phraseFits.flatMap((wanted) => phrases.filter(({ fit }) => fit === wanted));
  return {
    sequence: log.length,
    figures,
    phrases: inOrder,
    contradicted: falsePhrases(starterPhrases, facts),
  };
}
