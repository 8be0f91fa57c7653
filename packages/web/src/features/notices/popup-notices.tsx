/**
 * Shows the notices that open by themselves after sign-in, one after the other. Closing one hides it until the next
 * sign-in, or for the rest of the day. A failed fetch is silent.
 */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import type { Notice } from '@rhythmdesk/contract/notices';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { callQuery } from '../../platform/client/query-cache.ts';
import { nameLanguage } from '../../platform/texts/name-language.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { MarkdownText } from '../../ui/markdown-text.tsx';
import { CategoryTag } from './panels/category-tag.tsx';

const Head = styled('div')({ padding: '20px 24px 8px', display: 'grid', gap: 8, justifyItems: 'start' });
const Title = styled('h2')({
  margin: 0,
  fontSize: textSize.dialog,
  lineHeight: '22px',
  fontWeight: 600,
  overflowWrap: 'anywhere',
});

type FaceProps = {
  notice: Pick<Notice, 'category' | 'title' | 'content'>;
  titleId?: string;
  /** The language of the product's own texts, if it differs from the page's. */
  language?: string;
};

/** Shows the part of a popup above its buttons, also used in the editor's preview. */
export function PopupHead({ notice, titleId, language }: FaceProps) {
  return (
    <Head>
      <CategoryTag category={notice.category} {...(language === undefined ? {} : { language })} />
      <Title id={titleId} lang={nameLanguage(notice.title)}>
        {notice.title}
      </Title>
    </Head>
  );
}

type PopupProps = { notice: Notice; count: ReactNode; onClose: (notAgainToday: boolean) => void };

function Popup({ notice, count, onClose }: PopupProps) {
  const { t } = useTranslation('notices');
  const { t: frame } = useTranslation('dialogs');
  const title = useId();
  const [notAgain, setNotAgain] = useState(false);
  const close = () => onClose(notAgain);
  return (
    <Dialog open onClose={close} aria-labelledby={title} slotProps={{ paper: { style: { maxWidth: 560 } } }}>
      <PopupHead notice={notice} titleId={title} />
      <DialogContent tabIndex={0}>
        <MarkdownText text={notice.content} lang={nameLanguage(notice.content)} />
      </DialogContent>
      <DialogActions sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <FormControlLabel
          control={<Checkbox checked={notAgain} onChange={(_, on) => setNotAgain(on)} />}
          label={t('popup.today')}
        />
        <span>
          {count}
          <Button variant="contained" color="primary" onClick={close} autoFocus>
            {frame('close')}
          </Button>
        </span>
      </DialogActions>
    </Dialog>
  );
}

const Count = styled('span')(({ theme }) => ({
  marginRight: 12,
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

export function PopupNotices() {
  const { t } = useTranslation('notices');
  const { data } = useQuery({ ...callQuery('popupNotices', {}), staleTime: Infinity });
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const items = data?.items ?? [];
  const waiting = items.filter(({ id }) => !closed.has(id));
  const [notice] = waiting;
  if (notice === undefined) return null;
  const close = (not_again_today: boolean) => {
    setClosed(new Set([...closed, notice.id]));
    api.call('readNotice', { id: notice.id, closed: true, not_again_today }).catch(() => undefined);
  };
  const place = items.length - waiting.length + 1;
  const count =
    items.length > 1 ? <Count>{t('field.count', { count: place, max: items.length })}</Count> : null;
  return <Popup key={notice.id} notice={notice} count={count} onClose={close} />;
}
