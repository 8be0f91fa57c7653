/** Provides texts about a recording: when the patch was worn, how much is readable, and the device. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useTranslation } from 'react-i18next';
import { useAnalysableShare } from '../analysis/use-analysis.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';

type Fact = { readonly words: string; readonly title?: string } | null;
type RecordingWords = { readonly worn: Fact; readonly analysable: Fact; readonly device: Fact };

export function useRecordingWords(detail: CaseDetail): RecordingWords {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const { recording_start, recording_seconds, time_zone, gap_count, sampling_hz, leads } = detail;
  const analysable_share = useAnalysableShare(detail);

  const worn = (): Fact => {
    if (recording_start === null || recording_seconds === null) return null;
    const from = Date.parse(recording_start);
    const to = from + recording_seconds * 1000;
    const range = format.range('day', from, to, time_zone);
    return {
      words: t('worn.value', { range, length: format.duration(recording_seconds * 1000) }),
      title: `${format.range('dateTime', from, to, time_zone)} (${time_zone})`,
    };
  };
  const analysable = (): Fact => {
    if (analysable_share === null) return null;
    const share = format.percent(analysable_share);
    return { words: gap_count ? t('analysable.gaps', { share, count: gap_count }) : share };
  };
  const device = (): Fact => {
    if (sampling_hz === null) return null;
    const said = { leads: t('device.leads', { count: leads.length }), hz: format.number(sampling_hz) };
    const title = leads.join(', ');
    if (detail.product_name === null) return { words: t('device.plain', said), title };
    return { words: t('device.value', { product: detail.product_name, ...said }), title };
  };
  return { worn: worn(), analysable: analysable(), device: device() };
}
