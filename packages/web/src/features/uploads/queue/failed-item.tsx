/** Shows a recording that failed or was refused: the reason in the server's text, and the two possible actions. */
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { WarningCircleIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { engine } from './engine.ts';
import { ItemFrame } from './item-frame.tsx';
import type { Sending } from './sending.ts';

function OpenThatCase({ hn_id }: { hn_id: string }) {
  const { t } = useTranslation('uploads');
  const navigate = useNavigate();
  const { data } = useQuery(callQuery('cases', { hn_id, size: 1 }));
  const case_id = data?.items[0]?.case_id;
  if (case_id === undefined) return null;
  return (
    <Button size="small" onClick={() => void navigate({ to: `/detail/${String(case_id)}` })}>
      {t('open-that-case')}
    </Button>
  );
}

export function FailedItem({ sending }: { sending: Sending }) {
  const { t } = useTranslation('uploads');
  const { id, hn_id, fault } = sending;
  const isTaken = fault?.code === 'case/hn-id-taken';
  const words = fault?.detail || t('failed');
  return (
    <ItemFrame sending={sending} mark={<WarningCircleIcon size={17} weight="fill" />} tone="error">
      <div role="alert">
        {fault?.entry ? t('entry-why', { entry: fault.entry, why: words }) : words} {t('nothing-added')}
      </div>
      <div style={{ display: 'flex', gap: 6 }}>
        {isTaken ? (
          <OpenThatCase hn_id={hn_id} />
        ) : (
          <Button size="small" onClick={() => void engine.retry(id)}>
            {t('retry')}
          </Button>
        )}
        <Button size="small" variant="text" onClick={() => void engine.remove(id)}>
          {t('remove')}
        </Button>
      </div>
    </ItemFrame>
  );
}
