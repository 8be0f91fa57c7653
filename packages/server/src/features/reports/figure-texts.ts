/** Formats the figures of a reading for a report, by the names that phrases use. */
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import type { PhraseFigure } from '@rhythmdesk/domain/report/phrases';
import { figureSource } from '../../records/results/result-source.ts';
import type { ReportForms } from './report-forms.ts';
import { resultText } from './report-results.ts';

export function figureTexts(
  figures: Pick<ReportFigures, 'summary' | 'counts' | 'intervals'>,
  forms: ReportForms,
): Record<PhraseFigure, string> {
  const source = figureSource(figures);
  const text = (figure: PhraseFigure): string => resultText(source, figure, forms);
  return {
    worn: text('worn'),
    analysed: text('analysed'),
    rate_mean: text('rate_mean'),
    rate_min: text('rate_min'),
    rate_max: text('rate_max'),
    af_burden: text('af_burden'),
    af_episodes: text('af_episodes'),
    af_longest: text('af_longest'),
    longest_rr: text('longest_rr'),
    pauses: text('pauses'),
    v_beats: text('v_beats'),
    v_share: text('v_share'),
    v_couplets: text('v_couplets'),
    v_runs: text('v_runs'),
    s_beats: text('s_beats'),
    s_share: text('s_share'),
    s_runs: text('s_runs'),
    qtc: text('qtc'),
    sdnn: text('sdnn'),
    finding_afl: text('finding_afl'),
  };
}
