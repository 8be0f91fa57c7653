/**
 * What each tab of the desk shows beside, over or in place of the recording. A new tab is its name in `deskViews`, its
 * word `view.…`, and its row here.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { ComponentType } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../ui/keys/use-shortcuts.ts';
import { ChangesList } from './changes-list.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { ChangesSide } from './changes-side.tsx';
import { ConclusionPane } from './conclusion-pane.tsx';
import { kindWallKey, wallKey } from './desk-keys.ts';
import type { DeskView } from './desk-views.ts';
import { LikeWall, type WallOf } from './like-wall.tsx';
import { PageScanBar } from './page-scan-bar.tsx';
import { PlotsPane } from './plots-pane.tsx';
import { PlotsView } from './plots-view.tsx';
import { QueueAbsent } from './queue-absent.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { ReportPreview } from './report-preview.tsx';
import { TemplateGallery } from './template-gallery.tsx';
import { TemplatePane } from './template-pane.tsx';
import type { Desk } from './use-desk.ts';

type DeskPart = ComponentType<{ readonly desk: Desk; readonly detail: CaseDetail }>;
type DeskTab = {
  /** The digit that opens it. */
  readonly keyName: string;
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
  const keys = [
    { keys: [wallKey], command: 'wall', label: t('key.wall'), run: () => onWall('like') },
    { keys: [kindWallKey], command: 'kind-wall', label: t('key.kind-wall'), run: () => onWall('kind') },
  ];
  useShortcuts(writes ? keys : []);
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
  findings: { keyName: '1', recording: 'scales', left: Findings },
  templates: { keyName: '2', recording: 'strip', main: TemplateGallery, right: TemplatePane },
  plots: { keyName: '3', recording: 'strip', main: PlotsView, right: PlotsPane },
  scan: { keyName: '4', recording: 'page', noFinding: true, main: PageScanBar },
  report: { keyName: '5', recording: 'away', main: ReportPreview, right: ConclusionPane },
  changes: {
    keyName: '6',
    recording: 'strip',
    noFinding: true,
    left: ChangesPanel,
    main: ChangesList,
    right: ChangesSide,
  },
};
