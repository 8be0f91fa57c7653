/** Lists the pinned comments that wait for an answer, each with its time as a link to its place. */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { PushPinIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { PartShown } from '../../../ui/list/part-shown.tsx';
import { PlaceLink } from '../analysis/place-link.tsx';
import { openPins } from '../model/pins.ts';
import { usePinsOfCase } from '../model/use-pins-of-case.ts';

const shown = 5;

const List = styled('ol')(({ theme }) => ({
  margin: '2px 0 0',
  padding: 0,
  listStyle: 'none',
  '& li': { marginTop: 2, color: theme.vars.palette.text.primary, whiteSpace: 'pre-line' },
}));

type OpenPinsProps = { readonly detail: Pick<CaseDetail, 'case_id' | 'recording'> };

/** Shows the first of them, in the order of the recording; nothing if none is open. */
export function OpenPins({ detail }: OpenPinsProps) {
  const { t } = useTranslation('pins');
  const format = useFormat();
  const open = openPins(usePinsOfCase(detail.case_id) ?? []);
  if (open.length === 0) return null;
  return (
    <NoticeBar
      tone="primary"
      icon={<PushPinIcon size={16} weight="fill" aria-hidden="true" />}
      title={t('waiting', { count: open.length, value: format.number(open.length) })}
    >
      <List>
        {open.slice(0, shown).map(({ comment_id, span, comment }) => (
          <li key={comment_id}>
            <PlaceLink detail={detail} span={span} />{' '}
            <span lang={nameLanguage(comment.content)}>{comment.content}</span>
          </li>
        ))}
      </List>
      <PartShown shown={Math.min(shown, open.length)} total={open.length} />
    </NoticeBar>
  );
}
