/** Describes a tool of the desk. The page draws the parts of the open tab's tool and of every tool without a tab. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { ReactNode } from 'react';
import type { DeskView } from '../session/desk-views.ts';
import type { Desk } from '../session/use-desk.ts';
import type { DeskSubject } from './desk-keys.ts';

/** The facts of a case that a second reading knows. */
export type RecordingOfCase = Pick<CaseDetail, 'case_id' | 'recording'>;

type DeskPart<Detail> = (props: { readonly desk: Desk; readonly detail: Detail }) => ReactNode;

type DeskTab = {
  /**
   * `scales`: trend, full disclosure and strip; `strip`: the strip alone; `page`: a page of the disclosure over the
   * strip; `away`: no recording. The tab then has the whole width, and the keys of the recording and the queue are off.
   */
  readonly recording: 'scales' | 'strip' | 'page' | 'hidden';
  /** The tab shows no finding, so no key accepts or rejects one. */
  readonly noFinding?: true;
};

/** A tool. The parts of a tool without a tab are drawn in every tab that shows the recording. */
export type DeskTool<Detail = CaseDetail> = {
  /** The name in `deskViews` if the tool has a tab. */
  readonly id: string;
  readonly tab?: DeskTab;
  /** On the left, over the whole height. */
  readonly left?: DeskPart<Detail>;
  /** Over the recording. */
  readonly main?: DeskPart<Detail>;
  /** In place of the strips and figures on the right; of a tool without a tab, above them. */
  readonly right?: DeskPart<Detail> | undefined;
  /** Draws nothing and registers commands (`useDeskCommands`). A part that is drawn may register its own. */
  readonly commands?: DeskPart<Detail>;
  /** Returns what the next key changes because of this tool's state; null if it changes nothing of this tool. */
  readonly subject?: (desk: Desk, view: DeskView) => DeskSubject | null;
};

type OpenedTools<Detail> = {
  readonly tab: DeskTab;
  /** The tool of the tab. */
  readonly opened: DeskTool<Detail> | undefined;
  /** The tools without a tab that are drawn beside it. */
  readonly beside: readonly DeskTool<Detail>[];
};

/** Returns the tools that are drawn in a tab. */
export function openedTools<Detail>(tools: readonly DeskTool<Detail>[], view: DeskView): OpenedTools<Detail> {
  const opened = tools.find(({ id }) => id === view);
  const tab = opened?.tab ?? { recording: 'scales' };
  return {
    tab,
    opened,
    beside: tab.recording === 'hidden' ? [] : tools.filter((tool) => tool.tab === undefined),
  };
}
