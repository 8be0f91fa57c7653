/** Describes a tool of the desk. The page draws the parts of the open tab's tool and of every tool without a tab. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { ReactNode } from 'react';
import type { CommandId, KeyRow } from '../../../../ui/keys/key-table.ts';
import type { Undo } from '../../reading/use-undo.ts';
import type { DeskView } from '../session/desk-views.ts';
import type { Desk } from '../session/use-desk.ts';

/** The facts of a case that a second reading knows. */
export type RecordingOfCase = Pick<CaseDetail, 'case_id' | 'recording'>;

/** What the next key changes: beats on the strip, else the open item; `several`: templates taken together. */
export const deskSubjects = ['beats', 'template', 'several', 'episode', 'other'] as const;
export type DeskSubject = (typeof deskSubjects)[number];

/** The commands of a tool with their keys. */
export type DeskKeyTable = {
  readonly [id in CommandId]?: KeyRow & {
    readonly tabs?: readonly DeskView[];
    readonly subjects?: readonly DeskSubject[];
  };
};

/** What a command does, if that needs no state of a component. A part of a tool registers all other commands. */
export type DeskAction = {
  readonly run: (desk: Desk, undo: Undo) => void;
  /** Does not write into the reading, so it also works for users who only read. */
  readonly reads?: true;
  /** Acts on the open finding, so it is off in tabs that show no finding. */
  readonly ofFinding?: true;
  /** Depends on the finding as the earlier commands made it. */
  readonly waits?: true;
  /** Opens a menu, which gets the keys that follow. */
  readonly opens?: true;
  /** A key that is held down runs it once. */
  readonly once?: true;
  readonly unlisted?: true;
};
export type DeskActions = { readonly [id in CommandId]?: DeskAction };

type DeskPart<Detail> = (props: { readonly desk: Desk; readonly detail: Detail }) => ReactNode;

type DeskTab = {
  /**
   * `scales`: trend, full disclosure and strip; `strip`: the strip alone; `page`: a page of the disclosure over the
   * strip; `hidden`: no recording. The tab then has the whole width, and the keys of the recording and the queue are off.
   */
  readonly recording: 'scales' | 'strip' | 'page' | 'hidden';
  /** The tab shows no finding, so no key accepts or rejects one. */
  readonly noFinding?: true;
  /** The trend is over the strip. */
  readonly overview?: true;
  /** The tool needs most of the height: the strip is low and has no tools of its own. */
  readonly bare?: true;
};

/** A tool. The parts of a tool without a tab are drawn in every tab that shows the recording. */
export type DeskTool<Detail = CaseDetail> = {
  /** The name in `deskViews` if the tool has a tab. */
  readonly id: string;
  readonly tab?: DeskTab;
  /** On the left, over the whole height. */
  readonly left?: DeskPart<Detail>;
  /** Over the recording. A part may draw nothing and only register commands (`useDeskCommands`). */
  readonly main?: DeskPart<Detail>;
  /** In place of the strips and figures on the right; of a tool without a tab, among them. */
  readonly right?: DeskPart<Detail> | undefined;
  /** Of a tool without a tab: at the end of the recording's own tools. */
  readonly bar?: DeskPart<Detail>;
  /** The commands of the tool with their keys. */
  readonly keys?: DeskKeyTable;
  /** What the commands do that need no part of the tool. */
  readonly actions?: DeskActions;
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
