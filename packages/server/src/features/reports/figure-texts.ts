/** Formats the figures of a reading for a report, by the names that phrases use. */
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import type { PhraseFigure } from '@rhythmdesk/domain/report/phrases';
import { absent, type ReportForms } from './report-forms.ts';

export function figureTexts(
  { summary, intervals }: Pick<ReportFigures, 'summary' | 'intervals'>,
  forms: ReportForms,
): Record<PhraseFigure, string> {
  const { af, rate, v, s, pauses, variability } = summary;
  return {
    worn: forms.length(summary.worn_s),
    analysed: forms.length(summary.analysed_s),
    rate_mean: forms.bpm(rate.mean_bpm),
    rate_min: forms.bpm(rate.min?.bpm ?? null),
    rate_max: forms.bpm(rate.max?.bpm ?? null),
    af_burden: forms.percent(af.burden),
    af_episodes: forms.count(af.episodes),
    af_longest: af.episodes === 0 ? absent : forms.length(af.longest_s),
    longest_rr: forms.seconds(rate.longest_rr?.ms ?? null),
    pauses: forms.count(pauses),
    v_beats: forms.count(v.beats),
    v_share: forms.percent(v.share),
    v_couplets: forms.count(v.couplets),
    v_runs: forms.count(v.runs),
    s_beats: forms.count(s.beats),
    s_share: forms.percent(s.share),
    s_runs: forms.count(s.runs),
    qtc: forms.ms(intervals.qtc?.median ?? null),
    sdnn: forms.ms(variability.sdnn_ms),
  };
}
