/**
 * Shows the dialog in which a user writes a pinned comment or a reply to one. Enter sends, as in the comment field of
 * the case page. Text that was not sent is kept and shown again: one comment for each case, one reply for each pinned
 * comment.
 */
import Button from '@mui/material/Button';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverDrafts, useServerDraft } from '../../../../platform/drafts/server-drafts.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { SmallDialog } from '../../../../ui/dialogs/small-dialog.tsx';
import { useFaultText } from '../../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../../ui/states/notice-bar.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useMentions } from '../../page/comment-mentions.tsx';
import { longestComment, useSendComment } from '../../page/use-send-comment.ts';
import { usePlaceTime } from '../session/item-words.ts';
import { type PinWork, usePins, type Writing } from './use-pin-work.ts';
import { isPress } from '../../../../ui/keys/widget-keys.ts';

const drafts = serverDrafts('pin');
const draftName = ({ case_id }: Pick<CaseDetail, 'case_id'>, writing: Writing): string =>
  `pin/${String(case_id)}${writing.of === 'reply' ? `-${String(writing.pin.comment_id)}` : ''}`;

type DialogProps = {
  readonly detail: Pick<CaseDetail, 'case_id'>;
  readonly view: RecordingHandle;
  readonly writing: Writing;
  readonly pins: PinWork;
};

function usePinText({ detail, writing, pins }: Omit<DialogProps, 'view'>) {
  const { t: say } = useTranslation('messages');
  const [text, setText] = useServerDraft(drafts, draftName(detail, writing));
  const [isMissing, setMissing] = useState(false);
  const send = useSendComment(detail.case_id, () => {
    setText('');
    pins.write(null);
  });
  const write = (next: string): void => {
    setText(next);
    setMissing(false);
  };
  const submit = (): void => {
    const content = text.trim();
    setMissing(content === '');
    if (content === '' || send.isPending) return;
    const said = { content, internal: true };
    send.mutate(
      writing.of === 'pin'
        ? { ...said, place: writing.place }
        : { ...said, reply_to: writing.pin.comment_id },
    );
  };
  return { text, write, submit, send, fault: isMissing ? say('alert.required') : undefined };
}

type FieldProps = Pick<DialogProps, 'detail'> & ReturnType<typeof usePinText>;

function PinField({ detail, text, write, submit, send, fault }: FieldProps) {
  const { t } = useTranslation('pins');
  const mentions = useMentions({ case_id: detail.case_id, internal: true, text, write });
  const keyed = (event: KeyboardEvent): void => {
    if (mentions.keyed(event)) return;
    if (!isPress(event, '⏎', 'Ctrl+⏎')) return;
    event.preventDefault();
    submit();
  };
  return (
    <>
      <TextField
        label={t('label')}
        multiline
        minRows={3}
        maxRows={8}
        value={text}
        readOnly={send.isPending}
        inputRef={mentions.field}
        onChange={mentions.changed}
        onKeyDown={keyed}
        inputProps={{ maxLength: longestComment, ...mentions.inputProps }}
        required
        fault={fault}
        autoFocus
      />
      {mentions.list}
    </>
  );
}

function PinDialog(props: DialogProps) {
  const { detail, view, writing, pins } = props;
  const { t } = useTranslation('pins');
  const { t: ofCase } = useTranslation('case-page');
  const { t: frame } = useTranslation('dialogs');
  const faultText = useFaultText();
  const timeOf = usePlaceTime();
  const typing = usePinText(props);
  const { submit, send } = typing;
  const isPin = writing.of === 'pin';
  const time = isPin ? timeOf(writing.place.start_sample, view) : '';
  const close = (): void => pins.write(null);
  return (
    <SmallDialog
      title={isPin ? t('new', { time }) : t('reply-to', { number: writing.pin.number })}
      message={isPin ? t('readers') : t('answers')}
      persistent={false}
      onDismiss={close}
      onSubmit={submit}
      actions={
        <>
          <Button size="large" onClick={close}>
            {frame('cancel')}
          </Button>
          <Button size="large" type="submit" variant="contained" color="primary" disabled={send.isPending}>
            {t('send')}
          </Button>
        </>
      }
    >
      {send.error ? (
        <NoticeBar tone="error" title={ofCase('comments.failed')}>
          {faultText(send.error)}
        </NoticeBar>
      ) : null}
      <PinField detail={detail} {...typing} />
    </SmallDialog>
  );
}

export function PinEditor({
  detail,
  view,
}: { readonly view: RecordingHandle | null } & Pick<DialogProps, 'detail'>) {
  const pins = usePins();
  if (pins.writing === null || view === null) return null;
  return <PinDialog {...{ detail, view, pins }} writing={pins.writing} />;
}
