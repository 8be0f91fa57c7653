/** Formats the figures of a reading for a report, by the names that phrases use. */
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import type { PhraseFigure } from '@rhythmdesk/domain/report/phrases';
import { namedFigures } from '@rhythmdesk/ecg/report/named-figures';
import { absent, type ReportForms } from './report-forms.ts';

export function figureTexts(
  figures: Pick<ReportFigures, 'summary' | 'counts' | 'intervals'>,
  forms: ReportForms,
): Record<PhraseFigure, string> {
  const named = namedFigures(figures);
  return {
    worn: forms.length(named.worn_s),
    analysed: forms.length(named.analysed_s),
    rate_mean: forms.bpm(named.rate_mean),
    rate_min: forms.bpm(named.rate_min),
    rate_max: forms.bpm(named.rate_max),
    af_burden: forms.percent(named.af_burden),
    af_episodes: forms.count(named.af_episodes),
    af_longest: named.af_longest_s === null ? absent : forms.length(named.af_longest_s),
    longest_rr: forms.seconds(named.longest_rr_ms),
    pauses: forms.count(named.pauses),
    v_beats: forms.count(named.v_beats),
    v_share: forms.percent(named.v_share),
    v_couplets: forms.count(named.v_couplets),
    v_runs: forms.count(named.v_runs),
    s_beats: forms.count(named.s_beats),
    s_share: forms.percent(named.s_share),
    s_runs: forms.count(named.s_runs),
    qtc: forms.ms(figures.intervals.qtc?.median ?? null),
    sdnn: forms.ms(named.sdnn_ms),
  };
}
