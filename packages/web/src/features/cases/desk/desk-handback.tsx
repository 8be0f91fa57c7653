/** Shows above the recording who returned the case or requested a correction, and why, until the reader hides it. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HandbackNote } from '../page/step-words.tsx';

/**
 * A long request scrolls, so that the recording stays on the screen. The last visible line is cut in half, which shows
 * that there are more, and the button that hides all stays in sight.
 */
const Line = styled('div')({
  flex: 'none',
  maxHeight: 128,
  overflowY: 'auto',
  padding: '8px 12px',
  '& [role="status"] > :last-child': { position: 'sticky', top: 0, alignSelf: 'flex-start' },
});

type DeskHandbackProps = { readonly detail: Pick<CaseDetail, 'case_id' | 'recording' | 'handback'> };

export function DeskHandback({ detail }: DeskHandbackProps) {
  const { t } = useTranslation('desk');
  const [hidden, setHidden] = useState<string | null>(null);
  const at = detail.handback?.at ?? null;
  if (at === null || at === hidden) return null;
  const hide = (
    <Button size="small" variant="text" onClick={() => setHidden(at)}>
      {t('handback.hide')}
    </Button>
  );
  return (
    <Line>
      <HandbackNote detail={detail} actions={hide} />
    </Line>
  );
}
