/**
 * Shows the field in which a comment is written. The user chooses its readers beside it, and the choice is shown in
 * words. A comment that could not be sent stays in the field, and sending it again cannot create it twice.
 */
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { CaretDownIcon, HospitalIcon, LockSimpleIcon, PaperPlaneRightIcon } from '@phosphor-icons/react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverDrafts, useServerDraft } from '../../../platform/drafts/server-drafts.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { useMentions } from './comment-mentions.tsx';
import { longestComment as longest, useSendComment } from './use-send-comment.ts';
import { isPress } from '../../../ui/keys/widget-keys.ts';

const drafts = serverDrafts('comment');

const Frame = styled('div')(({ theme }) => ({
  padding: '8px 16px 12px',
  [theme.breakpoints.down('md')]: { padding: '8px 16px' },
}));
const Box = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 4,
  padding: '3px 3px 3px 10px',
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line.strong}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '&:focus-within': {
    borderColor: theme.vars.palette.focus,
    boxShadow: `0 0 0 3px ${theme.vars.palette.primary.tint}`,
  },
  '& .MuiInputBase-root': { flex: '1 1 120px', fontSize: textSize.body, padding: 0 },
  '& textarea:focus-visible': { outline: 'none' },
}));
const Audience = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: 24,
  padding: '0 7px',
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  fontSize: textSize.small,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.surface.s3,
  cursor: 'pointer',
}));

type AudienceProps = { internal: boolean; onChange: (internal: boolean) => void };

function AudienceButton({ internal, onChange }: AudienceProps) {
  const { t } = useTranslation('case-page');
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (value: boolean): void => {
    setAnchor(null);
    onChange(value);
  };
  return (
    <>
      <Audience
        type="button"
        aria-label={`${t('comments.audience')}: ${internal ? t('comments.internal') : t('comments.hospital')}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {internal ? (
          <LockSimpleIcon size={13} aria-hidden="true" />
        ) : (
          <HospitalIcon size={13} aria-hidden="true" />
        )}
        {internal ? t('comments.internal') : t('comments.hospital')}
        <CaretDownIcon size={11} weight="bold" aria-hidden="true" />
      </Audience>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem
          role="menuitemradio"
          aria-checked={internal}
          selected={internal}
          onClick={() => choose(true)}
        >
          <LockSimpleIcon size={16} aria-hidden="true" />
          <ListItemText primary={t('comments.internal')} secondary={t('comments.internal-note')} />
        </MenuItem>
        <MenuItem
          role="menuitemradio"
          aria-checked={!internal}
          selected={!internal}
          onClick={() => choose(false)}
        >
          <HospitalIcon size={16} aria-hidden="true" />
          <ListItemText primary={t('comments.hospital')} secondary={t('comments.hospital-note')} />
        </MenuItem>
      </Menu>
    </>
  );
}

type Commented = Pick<CaseDetail, 'case_id' | 'can_comment' | 'can_comment_internally'>;

function useComment({ case_id, can_comment_internally }: Commented) {
  const [text, write] = useServerDraft(drafts, `comment/${String(case_id)}`);
  const [internal, setInternal] = useState(can_comment_internally);
  const send = useSendComment(case_id, () => write(''));
  const content = text.trim();
  const submit = (): void => {
    if (content !== '' && !send.isPending) send.mutate({ content, internal });
  };
  return { text, isEmpty: content === '', write, submit, send, internal, setInternal };
}

export function CommentLine({ detail }: { detail: Commented }) {
  const { t } = useTranslation('case-page');
  const faultText = useFaultText();
  const { text, isEmpty, write, submit, send, internal, setInternal } = useComment(detail);
  const mentions = useMentions({ case_id: detail.case_id, internal, text, write });
  if (!detail.can_comment) return null;
  const keyed = (event: KeyboardEvent): void => {
    if (mentions.keyed(event)) return;
    if (!isPress(event, '⏎', 'Ctrl+⏎')) return;
    event.preventDefault();
    submit();
  };
  return (
    <Frame>
      {send.error ? (
        <div style={{ marginBottom: 8 }}>
          <NoticeBar tone="error" title={t('comments.failed')}>
            {faultText(send.error)}
          </NoticeBar>
        </div>
      ) : null}
      <Box>
        <InputBase
          multiline
          maxRows={8}
          value={text}
          placeholder={t('comments.write')}
          readOnly={send.isPending}
          inputRef={mentions.field}
          onChange={mentions.changed}
          onKeyDown={keyed}
          inputProps={{ 'aria-label': t('comments.label'), maxLength: longest, ...mentions.inputProps }}
        />
        {mentions.list}
        {detail.can_comment_internally ? <AudienceButton internal={internal} onChange={setInternal} /> : null}
        {isEmpty ? null : (
          <IconButton
            name={t('comments.send')}
            keyName="⏎"
            size="small"
            disabled={send.isPending}
            onClick={submit}
          >
            <PaperPlaneRightIcon size={16} weight="fill" aria-hidden="true" />
          </IconButton>
        )}
      </Box>
    </Frame>
  );
}
