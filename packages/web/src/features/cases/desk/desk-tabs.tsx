/**
 * What each tab of the desk shows beside, over or in place of the recording. A new tab is its name in `deskViews`, its
 * word `view.…`, and its row here.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { ComponentType } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangesList } from './changes/changes-list.tsx';
import { ChangesPanel } from './changes/changes-panel.tsx';
import { ChangesSide } from './changes/changes-side.tsx';
import { ConclusionPane } from './report/conclusion-pane.tsx';
import { useDeskCommands } from './keys/use-desk-commands.ts';
import type { DeskView } from './session/desk-views.ts';
import { LikeWall, type WallOf } from './queue/like-wall.tsx';
import { PageScanBar } from './coverage/page-scan-bar.tsx';
import { PlotsPane } from './plots/plots-pane.tsx';
import { PlotsView } from './plots/plots-view.tsx';
import { QueueAbsent } from './session/queue-absent.tsx';
import { QueuePanel } from './queue/queue-panel.tsx';
import { ReportPreview } from './report/report-preview.tsx';
import { TemplateGallery } from './templates/template-gallery.tsx';
import { TemplatePane } from './templates/template-pane.tsx';
import type { Desk } from './session/use-desk.ts';

type DeskPart = ComponentType<{ readonly desk: Desk; readonly detail: CaseDetail }>;
type DeskTab = {
  /**
   * `scales`: trend, full disclosure and strip; `strip`: the strip alone; `away`: none, the tab has all the room, and
   * the keys of recording and queue rest; `page`: a page of the disclosure over the strip.
   */
  readonly recording: 'scales' | 'strip' | 'page' | 'away';
  /** No finding stands here, so no key judges one. */
  readonly noFinding?: true;
  /** On the left, over its whole height. */
  readonly left?: DeskPart;
  /** Over the recording. */
  readonly main?: DeskPart;
  /** In place of the strips and figures on the right. */
  readonly right?: DeskPart;
};

export function Findings({
  desk,
  detail,
}: {
  readonly desk: Desk;
  readonly detail: Pick<CaseDetail, 'case_id' | 'recording'>;
}) {
  const { t } = useTranslation('desk');
  const [wall, setWall] = useState<WallOf | null>(null);
  const { current, view, writes } = desk;
  const onWall = (of: WallOf): void => setWall(writes && current?.of === 'episode' ? of : null);
  const wallOf = (of: WallOf, line: string) =>
    writes ? { line, once: true, run: () => onWall(of) } : undefined;
  useDeskCommands({
    wall: wallOf('like', t('key.wall')),
    'kind-wall': wallOf('kind', t('key.kind-wall')),
  });
  if (desk.shown === null) return <QueueAbsent detail={detail} />;
  return (
    <>
      <QueuePanel desk={desk} onWall={onWall} />
      {wall !== null && view !== null ? (
        <LikeWall {...{ desk, view }} of={wall} onClose={() => setWall(null)} />
      ) : null}
    </>
  );
}

export const deskTabs: Readonly<Record<DeskView, DeskTab>> = {
  findings: { recording: 'scales', left: Findings },
  templates: { recording: 'strip', main: TemplateGallery, right: TemplatePane },
  plots: { recording: 'strip', main: PlotsView, right: PlotsPane },
  scan: { recording: 'page', noFinding: true, main: PageScanBar },
  report: { recording: 'away', main: ReportPreview, right: ConclusionPane },
  changes: {
    recording: 'strip',
    noFinding: true,
    left: ChangesPanel,
    main: ChangesList,
    right: ChangesSide,
  },
};
