/** Asks a question with two answers. If the action is destructive, the safe answer has the focus. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { TrashIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../key-cap.tsx';
import type { ConfirmAsk, Fact } from './dialog-queue.ts';
import { SmallDialog } from './small-dialog.tsx';

const Facts = styled('dl')(({ theme }) => ({
  margin: 0,
  padding: '6px 12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.main}`,
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  rowGap: 2,
  '& dt': { color: theme.vars.palette.text.primary },
  '& dd': { margin: 0, textAlign: 'right', fontWeight: 600 },
}));

function FactTable({ facts }: { facts: readonly Fact[] }) {
  return (
    <Facts>
      {facts.flatMap((fact) => [
        <dt key={`${fact.label} t`}>{fact.label}</dt>,
        <dd key={fact.label}>{fact.value}</dd>,
      ])}
    </Facts>
  );
}

export function ConfirmFrame({ ask, answer }: { ask: ConfirmAsk; answer: (yes: boolean) => void }) {
  const { t } = useTranslation('dialogs');
  const destructive = ask.destructive ?? false;
  const persistent = ask.persistent ?? false;
  const focusesCancel = destructive || ask.focusesCancel === true;
  return (
    <SmallDialog
      title={ask.title ?? ask.message}
      message={ask.title ? ask.message : undefined}
      icon={ask.icon ?? (destructive ? <TrashIcon size={18} aria-hidden="true" /> : undefined)}
      destructive={destructive}
      persistent={persistent}
      onDismiss={() => answer(false)}
      onSubmit={() => answer(true)}
      actions={
        <>
          <Button size="large" onClick={() => answer(false)} autoFocus={focusesCancel} sx={{ height: 36 }}>
            {ask.cancelText ?? t('cancel')}
            {persistent ? null : <KeyCap name="Esc" />}
          </Button>
          <Button
            size="large"
            type="submit"
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            autoFocus={!focusesCancel}
            sx={{ height: 36 }}
          >
            {ask.confirmText ?? t('ok')}
          </Button>
        </>
      }
    >
      {ask.facts ? <FactTable facts={ask.facts} /> : null}
    </SmallDialog>
  );
}
