/** Lists the statements of the conclusion that the reading contradicts, each with its condition and a way to remove it. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type Contradiction, withoutPlace } from '@rhythmdesk/domain/report/contradicted-phrases';
import { useTranslation } from 'react-i18next';
import { NoticeBar } from '../../../../ui/states/notice-bar.tsx';

const List = styled('ul')({
  margin: '4px 0 0',
  padding: 0,
  listStyle: 'none',
  '& li': { padding: '4px 0' },
  '& q': { quotes: 'none' },
});

type ContradictionsProps = {
  readonly text: string;
  readonly found: readonly Contradiction[];
  readonly onChange: (text: string) => void;
};

export function Contradictions({ text, found, onChange }: ContradictionsProps) {
  const { t } = useTranslation('phrases');
  if (found.length === 0) return null;
  return (
    <NoticeBar tone="warning" title={t('contradicts.title')}>
      <List>
        {found.map((place) => (
          <li key={place.start}>
            <q>{text.slice(place.start, place.end)}</q>
            <div>
              {t('contradicts.only', { condition: t(`occasion.${place.occasion}`) })}{' '}
              <Button size="small" color="inherit" onClick={() => onChange(withoutPlace(text, place))}>
                {t('contradicts.remove')}
              </Button>
            </div>
          </li>
        ))}
      </List>
    </NoticeBar>
  );
}
