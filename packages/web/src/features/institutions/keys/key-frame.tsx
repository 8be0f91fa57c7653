/** Shows the frame of the dialogs for keys and programs, and the field of their scopes. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import { KeyIcon } from '@phosphor-icons/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { SmallDialog } from '../../../ui/dialogs/small-dialog.tsx';
import { useRefusalText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';

const Scopes = styled('fieldset')({
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { padding: 0, marginBottom: 2, fontSize: textSize.small, fontWeight: 500 },
  '& label': { display: 'flex', marginRight: 0 },
});

type FrameProps = {
  title: string;
  message?: string;
  act: string;
  isReady: boolean;
  isPending: boolean;
  error: Error | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function KeyFrame({
  title,
  message,
  act,
  isReady,
  isPending,
  error,
  onSubmit,
  onClose,
  children,
}: FrameProps) {
  const { t } = useTranslation('dialogs');
  const refusalText = useRefusalText();
  const canSend = isReady && !isPending;
  return (
    <SmallDialog
      title={title}
      message={message}
      icon={<KeyIcon size={20} aria-hidden="true" />}
      persistent={isPending}
      onDismiss={onClose}
      onSubmit={() => {
        if (canSend) onSubmit();
      }}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={!canSend}>
            {act}
          </Button>
        </>
      }
    >
      {error === null ? null : <NoticeBar tone="error" title={refusalText(error)} />}
      {children}
    </SmallDialog>
  );
}

type ScopeFieldProps<Scope extends string> = {
  legend: string;
  offered: readonly Scope[];
  chosen: readonly Scope[];
  nameOf: (scope: Scope) => string;
  onChosen: (chosen: readonly Scope[]) => void;
};

export function ScopeField<Scope extends string>({
  legend,
  offered,
  chosen,
  nameOf,
  onChosen,
}: ScopeFieldProps<Scope>) {
  return (
    <Scopes>
      <legend>{legend}</legend>
      {offered.map((scope) => (
        <FormControlLabel
          key={scope}
          label={nameOf(scope)}
          control={
            <Checkbox
              size="small"
              checked={chosen.includes(scope)}
              onChange={(_event, isOn) =>
                onChosen(offered.filter((each) => (each === scope ? isOn : chosen.includes(each))))
              }
            />
          }
        />
      ))}
    </Scopes>
  );
}
