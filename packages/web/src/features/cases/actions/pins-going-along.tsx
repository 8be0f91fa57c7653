/** The number of open pinned comments that go with a case that is returned. */
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { openPins } from '../model/pins.ts';
import { usePinsOfCase } from '../model/use-pins-of-case.ts';

export function PinsGoingAlong({ case_id }: { readonly case_id: number }) {
  const { t } = useTranslation('pins');
  const format = useFormat();
  const count = openPins(usePinsOfCase(case_id) ?? []).length;
  if (count === 0) return null;
  return <NoticeBar tone="primary" title={t('with-return', { count, value: format.number(count) })} />;
}
