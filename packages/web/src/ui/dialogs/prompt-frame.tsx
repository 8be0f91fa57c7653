/**
 * Asks a question that is answered by text. It stays open until answered; an empty required text is rejected, and the
 * typed text is kept.
 */
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../text-field.tsx';
import type { PromptAsk } from './dialog-queue.ts';
import { SmallDialog } from './small-dialog.tsx';

type PromptFrameProps = { ask: PromptAsk; answer: (text: string | null) => void };

function usePromptText({ ask, answer }: PromptFrameProps) {
  const [text, setText] = useState(ask.defaultValue ?? '');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const type = (typed: string) => {
    setText(typed);
    setMissing(false);
  };
  const submit = () => {
    const isMissing = (ask.required ?? false) && text.trim() === '';
    setMissing(isMissing);
    if (isMissing) field.current?.focus();
    else answer(text);
  };
  return { text, missing, field, type, submit };
}

function PromptActions({ ask, onCancel }: { ask: PromptAsk; onCancel: () => void }) {
  const { t } = useTranslation('dialogs');
  return (
    <>
      <Button size="large" onClick={onCancel} sx={{ height: 36 }}>
        {ask.cancelText ?? t('cancel')}
      </Button>
      <Button
        size="large"
        type="submit"
        variant="contained"
        color={ask.destructive ? 'error' : 'primary'}
        sx={{ height: 36 }}
      >
        {ask.confirmText ?? t('ok')}
      </Button>
    </>
  );
}

export function PromptFrame({ ask, answer }: PromptFrameProps) {
  const { t: say } = useTranslation('messages');
  const { text, missing, field, type, submit } = usePromptText({ ask, answer });
  const lines = ask.type === 'lines';
  return (
    <SmallDialog
      title={ask.title}
      message={ask.message}
      persistent
      onDismiss={() => answer(null)}
      onSubmit={submit}
      actions={<PromptActions ask={ask} onCancel={() => answer(null)} />}
    >
      <TextField
        label={ask.label}
        type={ask.type === 'password' ? 'password' : 'text'}
        autoComplete={ask.type === 'password' ? 'current-password' : 'off'}
        multiline={lines}
        {...(lines ? { minRows: 3, maxRows: 8 } : {})}
        inputProps={{ maxLength: ask.maxLength }}
        inputRef={field}
        value={text}
        onChange={(event) => type(event.target.value)}
        placeholder={ask.placeholder ?? ''}
        required={ask.required ?? false}
        fault={missing ? say('alert.required') : undefined}
        autoFocus
      />
    </SmallDialog>
  );
}
