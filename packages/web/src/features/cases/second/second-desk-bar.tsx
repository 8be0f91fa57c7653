/** The bar over a second reading: back to the list, whose recording it is, the tabs, pen and saved, the end. */
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import type { SecondDetail } from '@rhythmdesk/contract/second-readings';
import { CaretLeftIcon, EyeglassesIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { NameText } from '../../../ui/badges/name-text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { nextStepKey } from '../actions/action-keys.ts';
import { useSexAge } from '../badges/patient-name.tsx';
import { SavedLine } from '../page/saved-line.tsx';
import { ReadingLine } from '../reading/reading-line.tsx';
import { type SecondTab, secondTabNames } from './second-tabs.ts';

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  height: 48,
  padding: '0 12px 0 8px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  whiteSpace: 'nowrap',
}));
const Identity = styled('h1')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  minWidth: 0,
  margin: 0,
  fontSize: textSize.body,
  lineHeight: '20px',
  fontWeight: 400,
  '& .id': { fontFamily: 'var(--font-mono)', fontSize: textSize.small, fontWeight: 600 },
  '& .name': { fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .quiet': { color: theme.vars.palette.text.secondary },
}));
const Views = styled(Tabs)({
  alignSelf: 'stretch',
  minHeight: 48,
  marginLeft: 8,
  '@media (min-width: 1280px)': { flex: 'none' },
  '& .MuiTab-root': { minHeight: 48, minWidth: 0, padding: '0 10px' },
});
const Space = styled('span')({ flex: 1 });

type BarProps = {
  readonly detail: SecondDetail;
  readonly shown: SecondTab;
  readonly onShow: (view: SecondTab) => void;
  readonly onBack: () => void;
  readonly onFinish: () => void;
  readonly busy: boolean;
  /** Accept is the filled button until everything is judged. */
  readonly isJudged: boolean;
};

export function SecondDeskBar({ detail, shown, onShow, onBack, onFinish, busy, isJudged }: BarProps) {
  const { t } = useTranslation('second');
  const { t: ofDesk } = useTranslation('desk');
  const sexAge = useSexAge();
  return (
    <Bar>
      <IconButton name={t('desk.back')} keyName="Esc" size="small" onClick={onBack}>
        <CaretLeftIcon size={16} weight="bold" aria-hidden="true" />
      </IconButton>
      <Identity>
        <span className="id">{detail.hn_id}</span>
        <span className="name">
          <NameText row={detail} />
        </span>
        <span className="quiet">{sexAge(detail)}</span>
      </Identity>
      <span title={t('desk.blind')}>
        <Tag tone="primary" icon={<EyeglassesIcon size={13} aria-hidden="true" />}>
          {t('desk.title')}
        </Tag>
      </span>
      <Views aria-label={ofDesk('views')} value={shown} onChange={(_, next: SecondTab) => onShow(next)}>
        {secondTabNames.map((view) => (
          <Tab key={view} value={view} label={ofDesk(`view.${view}`)} />
        ))}
      </Views>
      <Space />
      <ReadingLine />
      <SavedLine />
      <Button
        size="small"
        variant={isJudged ? 'contained' : 'outlined'}
        color="primary"
        disabled={busy}
        onClick={onFinish}
      >
        {t('desk.finish')}
        <KeyCap name={nextStepKey} />
      </Button>
    </Bar>
  );
}
