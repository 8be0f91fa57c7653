/** Provides the shared parts of the forms before sign-in: the column, the button, the line below it, and the error. */
import { styled } from '@mui/material/styles';
import { ArrowLeftIcon } from '@phosphor-icons/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { PrimaryButton, QuietButton } from '../../ui/plain-button.tsx';
import { FaultMark } from '../../ui/plain-icons.tsx';

export const EntryForm = styled('form')({ display: 'flex', flexDirection: 'column', gap: 16 });

const Main = styled(PrimaryButton)({ minHeight: 44, marginTop: 4, borderRadius: 8, fontSize: textSize.form });
const Line = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 6,
  margin: 0,
  fontSize: textSize.body,
  color: theme.vars.palette.error.main,
  '& svg': { flex: 'none', marginTop: 2 },
}));
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 32,
  marginLeft: -8,
  fontSize: textSize.body,
  color: theme.vars.palette.gray,
}));

export function EntrySubmit({ working, children }: { working: boolean; children: ReactNode }) {
  const { t } = useTranslation('sign-up');
  return (
    <Main type="submit" aria-disabled={working}>
      {working ? t('working') : children}
    </Main>
  );
}

export function EntryFault({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <Line role="alert">
      <FaultMark />
      {words}
    </Line>
  );
}

/** Places the Back button at the left, other content at the right. */
export function EntryFoot({ onBack, children }: { onBack?: () => void; children?: ReactNode }) {
  const { t } = useTranslation('sign-up');
  return (
    <Foot>
      {onBack === undefined ? (
        <span />
      ) : (
        <QuietButton type="button" onClick={onBack}>
          <ArrowLeftIcon size={16} aria-hidden="true" />
          {t('back')}
        </QuietButton>
      )}
      {children}
    </Foot>
  );
}
