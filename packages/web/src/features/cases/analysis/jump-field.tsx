/** Shows a field for a number or a time of day that goes to that finding of a long list. */
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Spoken } from '../../../ui/spoken.tsx';

const Field = styled('input')(({ theme }) => ({
  width: 84,
  height: 24,
  padding: '0 6px',
  border: `1px solid ${theme.vars.palette.line.strong}`,
  borderRadius: 4,
  font: 'inherit',
  fontSize: textSize.small,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.s1,
  '&::placeholder': { color: theme.vars.palette.gray, opacity: 1 },
  '&[aria-invalid="true"]': { borderColor: theme.vars.palette.error.main },
  [theme.breakpoints.down('md')]: { width: 104, height: 44 },
}));

/** `onJump` returns whether there is such a place. */
export function JumpField({ onJump }: { onJump: (typed: string) => boolean }) {
  const { t } = useTranslation('analysis');
  const [typed, setTyped] = useState('');
  const [missed, setMissed] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (typed.trim() === '') return;
    const found = onJump(typed);
    setMissed(!found);
    if (found) setTyped('');
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field
        aria-label={t('jump')}
        title={t('jump.hint')}
        placeholder={t('jump.example')}
        autoComplete="off"
        enterKeyHint="go"
        value={typed}
        aria-invalid={missed}
        onChange={({ target }) => {
          setTyped(target.value);
          setMissed(false);
        }}
      />
      <Spoken role="status">{missed ? t('jump.none', { typed }) : ''}</Spoken>
    </form>
  );
}
