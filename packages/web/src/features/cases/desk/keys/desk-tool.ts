/** What a tool offers to the desk. The page draws what the tool of the open tab offers, and what tools without a tab do. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { ReactNode } from 'react';
import type { DeskView } from '../session/desk-views.ts';
import type { Desk } from '../session/use-desk.ts';
import type { DeskSubject } from './desk-keys.ts';

/** Of the case as far as a second reading knows it. */
export type RecordingOfCase = Pick<CaseDetail, 'case_id' | 'recording'>;

type DeskPart<Detail> = (props: { readonly desk: Desk; readonly detail: Detail }) => ReactNode;

type DeskTab = {
  /**
   * `scales`: trend, full disclosure and strip; `strip`: the strip alone; `away`: none, the tab has all the room, and
   * the keys of recording and queue rest; `page`: a page of the disclosure over the strip.
   */
  readonly recording: 'scales' | 'strip' | 'page' | 'away';
  /** The tab shows no finding, so no key judges one. */
  readonly noFinding?: true;
};

/** The parts of a tool without a tab are drawn in every tab that shows the recording. */
export type DeskTool<Detail = CaseDetail> = {
  /** Of a tool with a tab its name in `deskViews`. */
  readonly id: string;
  readonly tab?: DeskTab;
  /** On the left, over the whole height. */
  readonly left?: DeskPart<Detail>;
  /** Over the recording. */
  readonly main?: DeskPart<Detail>;
  /** In place of the strips and figures on the right; of a tool without a tab, above them. */
  readonly right?: DeskPart<Detail> | undefined;
  /** Draws nothing, and registers commands (`useDeskCommands`); a part that is drawn may register its own. */
  readonly commands?: DeskPart<Detail>;
  /** What the next key changes by the state of this tool; null where that is nothing of its own. */
  readonly subject?: (desk: Desk, view: DeskView) => DeskSubject | null;
};

type OpenedTools<Detail> = {
  readonly tab: DeskTab;
  /** The tool of the tab. */
  readonly opened: DeskTool<Detail> | undefined;
  /** The tools without a tab that are drawn beside it. */
  readonly beside: readonly DeskTool<Detail>[];
};

/** The tools that are drawn in a tab. */
export function openedTools<Detail>(tools: readonly DeskTool<Detail>[], view: DeskView): OpenedTools<Detail> {
  const opened = tools.find(({ id }) => id === view);
  const tab = opened?.tab ?? { recording: 'scales' };
  return {
    tab,
    opened,
    beside: tab.recording === 'away' ? [] : tools.filter((tool) => tool.tab === undefined),
  };
}
