/**
 * The tabs of the desk that a second reading has: those that read, and write nothing but its own log. What a report
 * says, what was looked at and what others wrote is not among them.
 */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { ComponentType } from 'react';
import { ChangesList } from '../desk/changes/changes-list.tsx';
import { ChangesPanel } from '../desk/changes/changes-panel.tsx';
import { Findings } from '../desk/desk-tabs.tsx';
import type { DeskView } from '../desk/session/desk-views.ts';
import { PageScanBar } from '../desk/coverage/page-scan-bar.tsx';
import { PlotsPane } from '../desk/plots/plots-pane.tsx';
import { PlotsView } from '../desk/plots/plots-view.tsx';
import { TemplateGallery } from '../desk/templates/template-gallery.tsx';
import { TemplatePane } from '../desk/templates/template-pane.tsx';
import type { Desk } from '../desk/session/use-desk.ts';

type Part = ComponentType<{
  readonly desk: Desk;
  readonly detail: Pick<CaseDetail, 'case_id' | 'recording'>;
}>;
/** As in the desk's own table. */
type Tab = {
  readonly recording: 'scales' | 'strip' | 'page';
  readonly noFinding?: true;
  readonly left?: Part;
  readonly main?: Part;
  readonly right?: Part;
};

export const secondTabNames = [
  'findings',
  'templates',
  'plots',
  'scan',
  'changes',
] as const satisfies readonly DeskView[];
export type SecondTab = (typeof secondTabNames)[number];

/** What an address names that has no tab here is the first. */
export const secondTabOf = (view: DeskView): SecondTab =>
  secondTabNames.find((name) => name === view) ?? 'findings';

export const secondTabs: Readonly<Record<SecondTab, Tab>> = {
  findings: { recording: 'scales', left: Findings },
  templates: { recording: 'strip', main: TemplateGallery, right: TemplatePane },
  plots: { recording: 'strip', main: PlotsView, right: PlotsPane },
  scan: { recording: 'page', noFinding: true, main: PageScanBar },
  changes: { recording: 'strip', noFinding: true, left: ChangesPanel, main: ChangesList },
};
