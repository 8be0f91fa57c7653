/**
 * Shows the bar over a second reading: back to the list, the recording, the tabs, edit lock and saving state, and the
 * button to finish.
 */
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import type { SecondDetail } from '@rhythmdesk/contract/second-readings';
import { EyeglassesIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { actionKeys } from '../actions/action-keys.ts';
import { SavedLine } from '../page/saved-line.tsx';
import { ReadingLine } from '../reading/reading-line.tsx';
import { Bar, Space, Views } from '../desk/desk-bar-parts.ts';
import { DeskIdentity } from '../desk/desk-identity.tsx';
import { type SecondTab, secondTabNames } from './second-tools.ts';

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
  return (
    <Bar>
      <DeskIdentity row={detail} back={t('desk.back')} onBack={onBack} />
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
      <ReadingLine brief />
      <SavedLine brief />
      <Button
        size="small"
        variant={isJudged ? 'contained' : 'outlined'}
        color="primary"
        disabled={busy}
        onClick={onFinish}
      >
        {t('desk.finish')}
        <KeyCap name={actionKeys['next-step'].keys[0]} command="next-step" />
      </Button>
    </Bar>
  );
}
