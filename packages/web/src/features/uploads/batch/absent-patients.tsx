/** Lists saved patients whose recordings are not on the page: after a reload, or from a list. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { dialogs } from '../../../ui/dialogs/dialogs.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { keeper, useDrafts, useDraftsRefused } from '../patients/kept-patient.ts';
import { useBatch } from './batch.ts';
import { absentDrafts } from './keep-batch.ts';

const mostNamed = 4;

export function AbsentPatients() {
  const { t } = useTranslation('uploads');
  const drafts = useDrafts();
  const isRefused = useDraftsRefused();
  const { cards } = useBatch();
  const absent = drafts === null ? [] : absentDrafts(drafts, cards);
  const named = absent.slice(0, mostNamed).map(({ kept }) => kept.hn_id || kept.filename);
  const more = absent.length - named.length;
  const names = more > 0 ? t('left-out.more', { names: named.join(', '), count: more }) : named.join(', ');
  const forget = async () => {
    const yes = await dialogs.confirm({
      title: t('kept.forget.title', { count: absent.length }),
      message: t('kept.forget.body', { names }),
      confirmText: t('kept.forget'),
      destructive: true,
    });
    if (yes) for (const { name } of absent) keeper.forget(name);
  };
  return (
    <>
      {isRefused ? <NoticeBar tone="warning" title={t('kept.refused')} /> : null}
      {absent.length === 0 ? null : (
        <NoticeBar
          tone="primary"
          title={t('kept.title', { count: absent.length })}
          actions={<Button onClick={() => void forget()}>{t('kept.forget')}</Button>}
        >
          {t('kept.body', { names })}
        </NoticeBar>
      )}
    </>
  );
}
