/**
 * Lists the pinned comments: open ones first, each with its number on the trend, time, text, author, replies and state.
 * A press shows its place on the strip. The selected comment can be replied to and resolved.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail, Comment } from '@rhythmdesk/contract/cases';
import { CheckIcon } from '@phosphor-icons/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../../platform/texts/name-language.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { useKeyNamer } from '../../../../ui/keys/key-names.ts';
import { Section } from '../../../../ui/panel.tsx';
import { Spoken } from '../../../../ui/spoken.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { TimedText } from '../../analysis/timed-text.tsx';
import { openPins, type Pin } from '../../model/pins.ts';
import { pinKeys } from './pin-keys.ts';
import { usePlaceTime } from '../session/item-words.ts';
import type { Desk } from '../session/use-desk.ts';
import { usePins } from './use-pin-work.ts';

const List = styled('ol')({ margin: '0 -16px', padding: 0, listStyle: 'none' });
const Item = styled('li')(({ theme }) => ({
  padding: '6px 16px 8px 13px',
  borderLeft: '3px solid transparent',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '&[aria-current]': {
    borderLeftColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.row.selected,
  },
  '& p': { margin: '0 0 0 28px', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& footer': { display: 'flex', flexWrap: 'wrap', gap: 6, margin: '6px 0 0 28px' },
}));
const PinButton = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 26,
  padding: 0,
  border: 0,
  font: 'inherit',
  textAlign: 'left',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '& b': { fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { fontSize: textSize.small, color: theme.vars.palette.text.secondary, whiteSpace: 'nowrap' },
  '& time': {
    marginLeft: 'auto',
    color: theme.vars.palette.primary.main,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  '&:hover time': { textDecoration: 'underline' },
}));
const Number = styled('span', { shouldForwardProp: (prop) => prop !== 'isOpen' })<{ isOpen: boolean }>(
  ({ theme, isOpen }) => ({
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    width: 20,
    height: 20,
    borderRadius: 10,
    border: `1.5px solid ${isOpen ? theme.vars.palette.primary.main : theme.vars.palette.text.secondary}`,
    fontSize: textSize.small,
    fontWeight: 600,
    color: isOpen ? theme.vars.palette.primary.contrastText : theme.vars.palette.text.secondary,
    backgroundColor: isOpen ? theme.vars.palette.primary.main : theme.vars.palette.surface.s1,
  }),
);
const Reply = styled('div')(({ theme }) => ({
  margin: '6px 0 0 28px',
  padding: '6px 8px',
  borderRadius: 6,
  backgroundColor: theme.vars.palette.surface.s3,
  '& b': { fontWeight: 600 },
  '& small': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& p': { margin: 0 },
}));
const Foot = styled('div')({ marginTop: 10 });
/** Shown over the recording if there is no space for the panes beside it. */
const Over = styled('ul')(({ theme }) => ({
  flex: 'none',
  margin: 0,
  padding: 0,
  maxHeight: '30vh',
  overflowY: 'auto',
  listStyle: 'none',
  backgroundColor: theme.vars.palette.surface.s2,
  [theme.breakpoints.up('lg')]: { display: 'none' },
}));

type Detail = Pick<CaseDetail, 'case_id' | 'recording'>;

function ReplyItem({ reply, detail }: { reply: Comment; detail: Detail }) {
  const format = useFormat();
  const nowMs = useNow();
  return (
    <Reply>
      <b lang={nameLanguage(reply.user.name)}>{reply.user.name}</b>{' '}
      <small>{format.moment(reply.created_at, nowMs)}</small>
      <p lang={nameLanguage(reply.content)}>
        <TimedText detail={detail} text={reply.content} />
      </p>
    </Reply>
  );
}

/** Shows whether the comment is open, and what the reader may do with it. */
function PinState({ pin, isRead }: { pin: Pin; isRead: boolean }) {
  const { t } = useTranslation('pins');
  const format = useFormat();
  const nowMs = useNow();
  const { write, answer, mayAnswer } = usePins();
  const { answered } = pin.comment;
  return (
    <footer>
      {answered === null ? (
        <Tag tone="primary">{t('state.open')}</Tag>
      ) : (
        <Tag tone="success" icon={<CheckIcon size={12} weight="bold" aria-hidden="true" />}>
          {t('answered', { name: answered.by.name, when: format.moment(answered.at, nowMs) })}
        </Tag>
      )}
      {isRead && mayAnswer ? (
        <Button size="small" variant="outlined" onClick={() => write({ of: 'reply', pin })}>
          {t('reply')}
          <KeyCap name={pinKeys['pin-reply'].keys[0]} command="pin-reply" />
        </Button>
      ) : null}
      {isRead && mayAnswer && pin.isOpen ? (
        <Button size="small" variant="outlined" onClick={() => answer(pin)}>
          {t('answer')}
          <KeyCap name={pinKeys['pin-answer'].keys[0]} command="pin-answer" />
        </Button>
      ) : null}
    </footer>
  );
}

type ItemProps = { readonly pin: Pin; readonly detail: Detail; readonly view: RecordingHandle };

function PinItem({ pin, detail, view }: ItemProps) {
  const { t } = useTranslation('pins');
  const format = useFormat();
  const nowMs = useNow();
  const timeOf = usePlaceTime();
  const { current, open } = usePins();
  const { comment, number, isOpen, span, replies } = pin;
  const isRead = current?.comment_id === pin.comment_id;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isRead) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isRead]);
  const time = timeOf(span.start, view);
  return (
    <Item ref={item} aria-current={isRead ? 'true' : undefined}>
      <PinButton type="button" onClick={() => open(pin)}>
        <Spoken>{t('go', { number, time })}</Spoken>
        <Number isOpen={isOpen}>{format.number(number)}</Number>
        <b lang={nameLanguage(comment.user.name)}>{comment.user.name}</b>
        <small>{format.moment(comment.created_at, nowMs)}</small>
        <time>{time}</time>
      </PinButton>
      <p lang={nameLanguage(comment.content)}>
        <TimedText detail={detail} text={comment.content} />
      </p>
      {replies.map((reply) => (
        <ReplyItem key={reply.comment_id} {...{ reply, detail }} />
      ))}
      <PinState pin={pin} isRead={isRead} />
    </Item>
  );
}

type SectionProps = {
  readonly desk: Desk;
  readonly detail: Detail;
  /** Shown also without pinned comments, with help on how to write one. */
  readonly always?: boolean;
};

export function PinsSection({ desk, detail, always = false }: SectionProps) {
  const { t } = useTranslation('pins');
  const format = useFormat();
  const { pins, isKnown, here } = usePins();
  const nameOf = useKeyNamer();
  const { view } = desk;
  if (view === null || (pins.length === 0 && !always)) return null;
  const open = openPins(pins).length;
  const note = isKnown ? t('open', { count: open, value: format.number(open) }) : undefined;
  return (
    <Section title={t('title')} note={note}>
      {pins.length === 0 ? (
        <p style={{ margin: 0 }}>{t('hint', { key: nameOf(pinKeys['pin-write'].keys[0], 'pin-write') })}</p>
      ) : null}
      <List>
        {pins.map((pin) => (
          <PinItem key={pin.comment_id} {...{ pin, detail, view }} />
        ))}
      </List>
      {here === null ? null : (
        <Foot>
          <Button size="small" variant="outlined" onClick={here}>
            {t('here')}
            <KeyCap name={pinKeys['pin-write'].keys[0]} command="pin-write" />
          </Button>
        </Foot>
      )}
    </Section>
  );
}

type PaneProps = { readonly desk: Desk; readonly detail: Detail };

/** Shows the selected comment over the recording of a narrow desk. */
export function PinOver({ desk, detail }: PaneProps) {
  const { current } = usePins();
  const { view } = desk;
  if (view === null || current === null) return null;
  return (
    <Over>
      <PinItem pin={current} {...{ detail, view }} />
    </Over>
  );
}
