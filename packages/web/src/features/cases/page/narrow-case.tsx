/**
 * Shows the case page on a phone: status, four tabs, and the next action fixed at the bottom. An open PDF takes the
 * whole page.
 */
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { SirenIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import { Activity, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../platform/texts/use-words.ts';
import { UrgentTag } from '../../../ui/badges/priority-tag.tsx';
import { CaseStatusChip } from '../../../ui/badges/case-status-chip.tsx';
import { useTimeToDeadline } from '../badges/critical-tag.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { CaseTimeLeft } from '../badges/case-badges.tsx';
import { CaseFindings } from '../analysis/case-findings.tsx';
import { useCalledRecording } from '../analysis/strip-place.tsx';
import { phoneHeightPx } from '../../../trace/paint/scale-heights.ts';
import { ActionBox } from './action-box.tsx';
import { CommentLine } from './comment-line.tsx';
import { Comments } from './comments.tsx';
import { DeviceFindings } from './device-findings.tsx';
import { DocumentButtons } from './document-buttons.tsx';
import { DocumentPane } from './document-pane.tsx';
import { Earlier } from './earlier.tsx';
import { Facts } from './facts.tsx';
import { ReadingComment } from './reading-comment.tsx';
import { RecordingPane } from './recording-pane.tsx';
import { pageKeys } from './page-keys.ts';
import { currentVersion, hasReport } from './shown-document.ts';
import type { CaseParts } from './side-column.tsx';
import { OpenPins } from './open-pins.tsx';
import { HandbackNote } from './step-words.tsx';
import { Timeline } from './timeline.tsx';

/**
 * On a phone in landscape or a screen at 200 % zoom, the page scrolls as a whole, and only its bars stay over the
 * recording.
 */
const low = '@media (max-height: 600px)';
const Status = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  padding: '10px 16px',
});
const Note = styled('div')({
  flex: 'none',
  maxHeight: '30%',
  overflowY: 'auto',
  padding: '0 16px 10px',
  [low]: { maxHeight: 'none' },
});
const ToBoard = styled(Link)({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 24,
  textDecoration: 'none',
});
const Space = styled('span')({ flex: 1 });
const Bar = styled(Tabs)(({ theme }) => ({
  flex: 'none',
  minHeight: 44,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& .MuiTab-root': { minHeight: 44, flex: 1 },
}));
const Panel = styled('div')({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  [low]: { flex: 'none', overflowY: 'visible' },
});
const Pinned = styled('div')(({ theme }) => ({
  flex: 'none',
  padding: '8px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '&:empty': { display: 'none' },
}));
const Column = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  backgroundColor: theme.vars.palette.surface.s1,
  [low]: { overflowY: 'auto' },
}));
/** The three scales keep their minimum heights; the rest is reached by scrolling. */
const Scales = styled('div')({ height: '100%', minHeight: phoneHeightPx, [low]: { height: phoneHeightPx } });

type PartTab = 'recording' | 'facts' | 'timeline' | 'comments';

function FactsTab(parts: CaseParts) {
  const { detail } = parts;
  return (
    <>
      <div style={{ padding: '12px 16px 0' }}>
        <DocumentButtons {...parts} withEcg={false} />
      </div>
      <Facts detail={detail} />
      <ReadingComment detail={detail} />
      <CaseFindings detail={detail}>
        <DeviceFindings detail={detail} />
      </CaseFindings>
      <Earlier detail={detail} />
    </>
  );
}

function TabPanel(parts: CaseParts & { tab: PartTab }) {
  const { detail, tab } = parts;
  if (tab === 'facts') return <FactsTab {...parts} />;
  if (tab === 'timeline') return <Timeline detail={detail} />;
  return tab === 'comments' ? <Comments detail={detail} /> : null;
}

/** Replaces the urgent tag: a bar above the case would push the strip out of view on a phone. */
function CriticalLink({ due_at }: { due_at: string }) {
  const { t } = useTranslation('words');
  const { words } = useTimeToDeadline()(due_at);
  return (
    <ToBoard to="/critical" aria-label={t('critical', { time: words })}>
      <Tag tone="error" icon={<SirenIcon size={13} weight="fill" aria-hidden="true" />}>
        {words}
      </Tag>
    </ToBoard>
  );
}

function StatusLine({ detail }: Pick<CaseParts, 'detail'>) {
  const words = useWords();
  return (
    <Status>
      <CaseStatusChip row={detail} />
      {detail.critical_due_at === null ? null : <CriticalLink due_at={detail.critical_due_at} />}
      {detail.priority === 'urgent' && detail.critical_due_at === null ? (
        <UrgentTag label={words.priority('urgent')} />
      ) : null}
      <Space />
      {detail.report_due_date === null && detail.confirmed_date === null ? null : (
        <CaseTimeLeft row={detail} />
      )}
    </Status>
  );
}

function CameBack({ detail }: Pick<CaseParts, 'detail'>) {
  if (detail.handback === null) return null;
  return (
    <Note>
      <HandbackNote detail={detail} />
      <OpenPins detail={detail} />
    </Note>
  );
}

function tabsOf(hasRecording: boolean, talks: boolean): readonly PartTab[] {
  return [
    ...(hasRecording ? (['recording'] as const) : []),
    'facts',
    ...(talks ? (['timeline', 'comments'] as const) : []),
  ];
}

/** Returns the selected tab; a request for a place switches to the recording. */
function useTabs({ access, onShow }: CaseParts, hasRecording: boolean) {
  const tabs = tabsOf(hasRecording, access.talks);
  const [chosen, setChosen] = useState<PartTab>('recording');
  useCalledRecording(() => {
    onShow(undefined);
    setChosen('recording');
  });
  const tab = tabs.includes(chosen) ? chosen : 'facts';
  return { tabs, tab, setChosen };
}

export function NarrowCase(parts: CaseParts) {
  const { t } = useTranslation('case-page');
  const id = useId();
  const { detail, shown, onShow } = parts;
  const hasRecording = detail.recording !== 'not_allowed';
  const { tabs, tab, setChosen } = useTabs(parts, hasRecording);
  const reportAct = hasReport(detail, parts.access)
    ? {
        label: t('key.report'),
        keyName: pageKeys['show-report'].keys[0],
        run: () => onShow({ kind: 'report', version: currentVersion(detail) }),
      }
    : null;
  if (shown !== undefined) {
    return (
      <Column>
        <DocumentPane detail={detail} shown={shown} onShow={onShow} />
      </Column>
    );
  }
  return (
    <Column>
      <StatusLine detail={detail} />
      <CameBack detail={detail} />
      <Bar aria-label={t('tab.label')} value={tab} onChange={(_, next: PartTab) => setChosen(next)}>
        {tabs.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`${id}-${one}`}
            aria-controls={`${id}-panel`}
            label={t(`tab.${one}`)}
          />
        ))}
      </Bar>
      <Panel role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} tabIndex={0}>
        {hasRecording ? (
          <Activity mode={tab === 'recording' ? 'visible' : 'hidden'}>
            <Scales>
              <RecordingPane detail={detail} />
            </Scales>
          </Activity>
        ) : null}
        <TabPanel {...parts} tab={tab} />
      </Panel>
      {tab === 'comments' ? <CommentLine detail={detail} /> : null}
      {tab !== 'comments' ? (
        <Pinned>
          <ActionBox detail={detail} actions={parts.actions} next={parts.next ?? reportAct} narrow />
        </Pinned>
      ) : null}
    </Column>
  );
}
