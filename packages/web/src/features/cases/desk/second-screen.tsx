/**
 * Shows the second window of a desk: plots, page scan, templates or the strip, at the place and the finding that the
 * desk shows. It cannot edit; what is selected here is also selected on the desk, where a key classifies it.
 */
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { LinkSimpleIcon } from '@phosphor-icons/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { NameText } from '../../../ui/badges/name-text.tsx';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { RecordingPane } from '../page/recording-pane.tsx';
import { deskTools } from './desk-tools.ts';
import { useScannedPage } from './coverage/page-scan.ts';
import { CoverageProvider, useMakeCoverage } from './coverage/use-coverage.ts';
import { type SecondView, secondViews, useBecomeDesk } from './window/second-views.ts';
import { type Desk, useDesk } from './session/use-desk.ts';
import { DeskCommands } from './keys/desk-commands.tsx';
import { openedTools } from './keys/desk-tool.ts';
import { WithSubject } from './keys/with-subject.tsx';
import { useManifest } from './session/use-manifest.ts';
import { noMarks } from './pins/use-pin-work.ts';
import { plotSelectionOf } from './plots/plot-selection.ts';
import { useDeskGone, useWindowLink } from './window/use-window-link.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 });
const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  height: 48,
  padding: '0 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  whiteSpace: 'nowrap',
  '& h1': { display: 'flex', gap: 8, minWidth: 0, margin: 0, fontSize: textSize.body, fontWeight: 600 },
  '& .id': { fontFamily: 'var(--font-mono)', fontSize: textSize.small },
  '& .MuiTabs-root': { alignSelf: 'stretch', minHeight: 48, marginLeft: 8 },
  '& .MuiTab-root': { minHeight: 48, minWidth: 0, padding: '0 10px' },
  '& .follows': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    marginLeft: 'auto',
    color: theme.vars.palette.text.secondary,
  },
}));
const Body = styled('div')({ display: 'flex', flex: 1, minHeight: 0 });
const Centre = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  minHeight: 0,
});
const Recording = styled('div')({ flex: 1, minHeight: 0 });
const Gone = styled('div')({ flex: 'none', padding: 8 });

type SecondScreenPanesProps = { readonly detail: CaseDetail; readonly desk: Desk; readonly view: SecondView };

function SecondScreenPanes({ detail, desk, view }: SecondScreenPanesProps) {
  const tools = view === 'strip' ? null : openedTools(deskTools, view);
  const page = useScannedPage(desk, view === 'scan');
  const { main: Main, right: Right } = tools?.opened ?? {};
  const pane = {
    ...{ actions: null, alone: (tools?.tab.recording ?? 'strip') === 'strip', page },
    // The desk uses these, not this window.
    ...{ seen: undefined, edited: undefined, pins: noMarks },
  };
  return (
    <Body>
      <Centre>
        {Main === undefined ? null : <Main {...{ desk, detail }} />}
        <Recording>
          <RecordingPane detail={detail} desk={pane} />
        </Recording>
      </Centre>
      {Right === undefined ? null : <Right {...{ desk, detail }} />}
    </Body>
  );
}

function DeskGone({ onBecome }: { readonly onBecome: () => void }) {
  const { t } = useTranslation('desk');
  return (
    <Gone>
      <NoticeBar
        tone="warning"
        title={t('second.gone')}
        actions={
          <Button size="small" variant="contained" onClick={onBecome}>
            {t('second.become')}
          </Button>
        }
      >
        {t('second.gone-body')}
      </NoticeBar>
    </Gone>
  );
}

type ScreenProps = {
  readonly detail: CaseDetail;
  readonly view: SecondView;
  readonly onShow: (view: SecondView) => void;
};

export function SecondScreen({ detail, view, onShow }: ScreenProps) {
  const { t } = useTranslation('desk');
  const { case_id } = detail;
  const manifest = useManifest(detail);
  const opened = useDesk(manifest, { opens: false, rules: detail.critical_rules });
  const desk: Desk = { ...opened, writes: false, write: () => undefined };
  const coverage = useMakeCoverage(case_id, manifest, desk.view, true);
  const [isGone, answered] = useDeskGone(case_id);
  const become = useBecomeDesk(case_id);
  const link = { case_id, role: 'second', isOn: true, onDesk: answered } as const;
  useWindowLink(desk, { ...link, taken: plotSelectionOf(desk) });
  const tab = view === 'strip' ? 'findings' : view;
  useEffect(() => {
    document.title = `${detail.hn_id} · ${t('second.title')} · Rhythmdesk`;
  }, [t, detail.hn_id]);
  return (
    <WithSubject {...{ desk }} tools={deskTools} view={tab}>
      <Frame>
        <DeskCommands {...{ desk }} tools={deskTools} view={tab} followed={!isGone && view !== 'scan'} />
        <Bar>
          <h1>
            <span className="id">{detail.hn_id}</span>
            <NameText row={detail} />
          </h1>
          <Tabs aria-label={t('second.views')} value={view} onChange={(_, next: SecondView) => onShow(next)}>
            {secondViews.map((one) => (
              <Tab key={one} value={one} label={one === 'strip' ? t('second.strip') : t(`view.${one}`)} />
            ))}
          </Tabs>
          {isGone ? null : (
            <span className="follows">
              <LinkSimpleIcon size={15} aria-hidden="true" />
              {t('second.follows')}
            </span>
          )}
        </Bar>
        {isGone ? <DeskGone onBecome={() => become(view)} /> : null}
        <CoverageProvider value={coverage}>
          <SecondScreenPanes
            {...{ detail, view }}
            desk={view === 'scan' ? { ...desk, current: null } : desk}
          />
        </CoverageProvider>
      </Frame>
    </WithSubject>
  );
}
