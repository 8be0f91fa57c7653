/**
 * Shows beside the changes the form with which a chief returns the case: a comment, and the open pinned comments that go
 * with it. Unsent text is kept and shown again.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { ArrowUUpLeftIcon } from '@phosphor-icons/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerDraft } from '../../../../platform/drafts/server-drafts.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { isPress } from '../../../../ui/keys/widget-keys.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { actionKeys } from '../../actions/action-keys.ts';
import { openPins } from '../../model/pins.ts';
import { usePinsOfCase } from '../../model/use-pins-of-case.ts';
import type { Desk } from '../session/use-desk.ts';
import { returnDraft, returnDrafts, returnFieldOf, returnWishOf } from './return-wish.ts';

const Form = styled('form')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  flex: 'none',
  padding: '14px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  '& h3': { margin: 0, fontSize: textSize.body, lineHeight: '20px', fontWeight: 600 },
  '& p': { margin: 0, fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));

type ReturnFormProps = {
  readonly desk: Pick<Desk, 'identity'>;
  readonly detail: Pick<CaseDetail, 'case_id' | 'technician'>;
};

/** Lets the key of the action move the focus here while the form is visible. */
function useReturnField(desk: ReturnFormProps['desk']) {
  const field = useRef<HTMLTextAreaElement>(null);
  const focused = returnFieldOf(desk);
  useEffect(() => {
    focused.set(() => {
      // A narrow screen hides the pane, and a hidden field takes no focus.
      field.current?.focus();
      return field.current !== null && document.activeElement === field.current;
    });
    return () => focused.set(() => false);
  }, [focused]);
  return field;
}

export function ReturnForm({ desk, detail }: ReturnFormProps) {
  const { t } = useTranslation('actions');
  const { t: ofDesk } = useTranslation('desk');
  const { t: ofPins } = useTranslation('pins');
  const { t: say } = useTranslation('messages');
  const format = useFormat();
  const { case_id, technician } = detail;
  const [text, setText] = useServerDraft(returnDrafts, returnDraft(case_id));
  const [isMissing, setMissing] = useState(false);
  const field = useReturnField(desk);
  const pins = openPins(usePinsOfCase(case_id) ?? []).length;
  const send = (): void => {
    const comment = text.trim();
    setMissing(comment === '');
    if (comment === '') return field.current?.focus();
    returnWishOf(desk).set(comment);
  };
  const keyed = (event: KeyboardEvent): void => {
    if (!isPress(event, 'Ctrl+⏎')) return;
    event.preventDefault();
    send();
  };
  return (
    <Form
      aria-label={t('name.return')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h3>{technician === null ? t('name.return') : ofDesk('return.to', { name: technician.name })}</h3>
      {pins === 0 ? null : <p>{ofPins('with-return', { count: pins, value: format.number(pins) })}</p>}
      <TextField
        label={t('comment')}
        required
        multiline
        minRows={2}
        maxRows={6}
        value={text}
        fault={isMissing ? say('alert.required') : undefined}
        inputRef={field}
        onChange={({ target }) => {
          setText(target.value);
          setMissing(false);
        }}
        onKeyDown={keyed}
      />
      <Button
        type="submit"
        size="small"
        variant="outlined"
        startIcon={<ArrowUUpLeftIcon size={16} aria-hidden="true" />}
      >
        {t('name.return')}
        <KeyCap name={actionKeys['return-case'].keys[0]} command="return-case" />
      </Button>
    </Form>
  );
}
