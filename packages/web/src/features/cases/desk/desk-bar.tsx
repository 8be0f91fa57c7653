/**
 * Shows the bar above the desk: back to the case, patient, tabs, time left, editing state, saving state and the next
 * step.
 */
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { MonitorArrowUpIcon, MoonIcon, SunIcon } from '@phosphor-icons/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useScheme } from '../../../platform/theme/use-scheme.ts';
import { useWords } from '../../../platform/texts/use-words.ts';
import { UrgentTag } from '../../../ui/badges/priority-tag.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { CaseTimeLeft } from '../badges/case-badges.tsx';
import { SavedLine } from '../page/saved-line.tsx';
import { ReadingLine } from '../reading/reading-line.tsx';
import { AllJudged, Bar, Space, Views } from './desk-bar-parts.ts';
import { DeskIdentity } from './desk-identity.tsx';
import { type DeskView, deskViews } from './session/desk-views.ts';
import { openSecond } from './window/second-views.ts';

export type DeskAct = { readonly label: string; readonly keyName: string; readonly run: () => void };
type DeskBarProps = {
  readonly detail: CaseDetail;
  readonly shown: DeskView;
  readonly onShow: (view: DeskView) => void;
  readonly onBack: () => void;
  /** Null if another user has to act next. */
  readonly act: DeskAct | null;
  /** Null if this user cannot return the case. */
  readonly giveBack: DeskAct | null;
  /** Accept is the filled button until all findings are reviewed. */
  readonly isJudged: boolean;
};

function ThemeTurn() {
  const { t } = useTranslation('shell');
  const { scheme, turn } = useScheme();
  const dark = scheme === 'dark';
  return (
    <IconButton name={t(dark ? 'theme.to-light' : 'theme.to-dark')} size="small" onClick={turn}>
      {dark ? <SunIcon size={18} aria-hidden="true" /> : <MoonIcon size={18} aria-hidden="true" />}
    </IconButton>
  );
}

/** Rendered only if something in it changes: the tabs measure themselves in each rendering. */
export const DeskBar = memo(function DeskBar(props: DeskBarProps) {
  const { detail, shown, onShow, onBack, act, giveBack, isJudged } = props;
  const { t } = useTranslation('desk');
  const words = useWords();
  return (
    <Bar>
      <DeskIdentity row={detail} back={t('back')} onBack={onBack} />
      {detail.priority === 'urgent' ? <UrgentTag label={words.priority('urgent')} /> : null}
      <Views aria-label={t('views')} value={shown} onChange={(_, next: DeskView) => onShow(next)}>
        {deskViews.map((view) => (
          <Tab key={view} value={view} label={t(`view.${view}`)} />
        ))}
      </Views>
      <Space />
      <CaseTimeLeft row={detail} />
      <ReadingLine brief />
      <SavedLine brief />
      <IconButton name={t('second.open')} size="small" onClick={() => openSecond(detail.case_id)}>
        <MonitorArrowUpIcon size={18} aria-hidden="true" />
      </IconButton>
      <ThemeTurn />
      {giveBack === null ? null : (
        <Button size="small" variant="outlined" onClick={giveBack.run}>
          {giveBack.label}
          <KeyCap name={giveBack.keyName} command="return-case" />
        </Button>
      )}
      {isJudged && act !== null ? <AllJudged role="status">{t('all-judged')}</AllJudged> : null}
      {act === null ? null : (
        <Button size="small" variant={isJudged ? 'contained' : 'outlined'} color="primary" onClick={act.run}>
          {act.label}
          <KeyCap name={act.keyName} command="next-step" />
        </Button>
      )}
    </Bar>
  );
});
