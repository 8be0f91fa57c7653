/** Says above what a page shows that it is older than it should be: the latest fetch of it failed. */
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { useNow } from '../use-now.ts';
import { NoticeBar } from './notice-bar.tsx';

export type NotRenewedProps = {
  readonly query: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly dataUpdatedAt: number;
  };
};

/** Without any data the page shows the error itself. */
export function NotRenewed({ query: { data, error, dataUpdatedAt } }: NotRenewedProps) {
  const { t } = useTranslation('dialogs');
  const format = useFormat();
  const nowMs = useNow();
  if (data === undefined || error === null) return null;
  return <NoticeBar tone="warning" title={t('not-renewed', { time: format.moment(dataUpdatedAt, nowMs) })} />;
}
