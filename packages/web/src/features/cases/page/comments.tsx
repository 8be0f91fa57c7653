/** Shows the comments of the case, oldest first, to the hospital or within the center, and the field to write one. */
import { styled } from '@mui/material/styles';
import type { CaseDetail, Comment } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { CheckIcon, LockSimpleIcon } from '@phosphor-icons/react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useNow } from '../../../ui/use-now.ts';
import { Section } from '../../../ui/panel.tsx';
import { TimedText } from '../analysis/timed-text.tsx';
import { PlaceLink } from '../analysis/place-link.tsx';
import { mentionPieces } from '../model/mentions.ts';
import { type Pin, pinsOf, spanOfPlace } from '../model/pins.ts';
import { commentsQuery } from '../model/use-case.ts';

const List = styled('ol')({ margin: 0, padding: 0, listStyle: 'none' });
const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '22px 1fr',
  gap: '0 9px',
  padding: '4px 0 6px',
  '& header': { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', gap: '0 6px' },
  '& strong': { fontWeight: 500 },
  '& time': { fontSize: textSize.small, color: theme.vars.palette.gray },
  '& mark': { background: 'none', fontWeight: 500, color: theme.vars.palette.primary.main },
  '& p': { margin: '1px 0 0', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
}));
const Empty = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));

type Pinning = { readonly comment: Comment; readonly pins: readonly Pin[] };

/** Shows the pinned comment to which it replies, or whether it has been answered itself. */
function PinTags({ comment, pins }: Pinning) {
  const { t } = useTranslation('pins');
  const format = useFormat();
  const nowMs = useNow();
  const replied = pins.find(({ comment_id }) => comment_id === comment.reply_to);
  if (replied !== undefined) return <Tag>{t('replies-to', { number: replied.number })}</Tag>;
  const pin = pins.find(({ comment_id }) => comment_id === comment.comment_id);
  if (pin === undefined) return null;
  const { answered } = comment;
  if (answered === null) return <Tag tone="primary">{t('state.open')}</Tag>;
  return (
    <Tag tone="success" icon={<CheckIcon size={12} weight="bold" aria-hidden="true" />}>
      {t('answered', { name: answered.by.name, when: format.moment(answered.at, nowMs) })}
    </Tag>
  );
}

/** `timed`: the recording is on the page, so that a time can link to it. */
type ItemProps = Pinning &
  Pick<CommentsProps, 'detail'> & { readonly timed: boolean; readonly children: ReactNode };

function CommentItem({ comment, pins, detail, timed, children }: ItemProps) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const nowMs = useNow();
  return (
    <Item>
      <Avatar person={comment.user} />
      <div>
        <header>
          <strong title={comment.institution}>{comment.user.name}</strong>
          <time dateTime={comment.created_at} title={format.instant('dateTime', comment.created_at)}>
            {format.moment(comment.created_at, nowMs)}
          </time>
          {comment.internal ? (
            <Tag icon={<LockSimpleIcon size={12} aria-hidden="true" />}>{t('comments.internal')}</Tag>
          ) : null}
          {comment.place === null || !timed ? null : (
            <PlaceLink detail={detail} span={spanOfPlace(comment.place)} />
          )}
          <PinTags {...{ comment, pins }} />
        </header>
        <p lang={nameLanguage(comment.content)}>{children}</p>
      </div>
    </Item>
  );
}

function Said({ detail, text, timed }: Pick<CommentsProps, 'detail'> & { text: string; timed: boolean }) {
  return timed ? <TimedText detail={detail} text={text} /> : text;
}

type CommentsProps = {
  detail: Pick<CaseDetail, 'case_id' | 'recording'>;
  /** Shows only this many of the newest, as in the preview of a list. */
  last?: number;
};

export function Comments({ detail, last }: CommentsProps) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  const { data, error, refetch } = useQuery(commentsQuery(detail.case_id));
  const comments = data?.items;
  const pins = useMemo(() => pinsOf(comments ?? []), [comments]);
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  const shown = last === undefined ? data.items : data.items.slice(-last);
  return (
    <Section title={t('comments')} note={format.number(data.items.length)}>
      {data.items.length === 0 ? <Empty>{t('comments.empty')}</Empty> : null}
      <List aria-live="polite" aria-relevant="additions">
        {shown.map((comment) => (
          <CommentItem key={comment.comment_id} {...{ comment, pins, detail }} timed={last === undefined}>
            {mentionPieces(comment.content, comment.mentions).map(({ text, person }, index) =>
              person === null ? (
                <Said key={index} detail={detail} text={text} timed={last === undefined} />
              ) : (
                <mark key={index}>{text}</mark>
              ),
            )}
          </CommentItem>
        ))}
      </List>
    </Section>
  );
}
