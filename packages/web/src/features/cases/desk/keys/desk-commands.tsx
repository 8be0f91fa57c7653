/** Registers the commands whose action needs no part of a tool, in every tab that shows the recording. */
import { useUndo } from '../../reading/use-undo.ts';
import { rowsOf } from '../../../../ui/keys/key-table.ts';
import type { DeskView } from '../session/desk-views.ts';
import type { Desk } from '../session/use-desk.ts';
import { type DeskAction, type DeskTool, openedTools } from './desk-tool.ts';
import { useCommandQueue } from './use-command-queue.ts';
import type { TableRun } from '../../../../ui/keys/use-table-commands.ts';
import { useDeskCommands } from './use-desk-commands.ts';

/** The parts of a tool that matter here. */
type CommandTool = Pick<DeskTool, 'id' | 'tab' | 'keys' | 'actions'>;

/**
 * Returns the commands with an action in a tab. Of two commands with one key the first one runs, so those that apply only
 * to a selection or to a kind of finding come first.
 */
export function actionRowsOf(tools: readonly CommandTool[], view: DeskView) {
  const rows = tools.flatMap(({ keys = {}, actions = {} }) =>
    rowsOf(keys).flatMap(([id, row]) => {
      const action = actions[id];
      return action === undefined || row.tabs?.includes(view) === false ? [] : [{ id, row, action }];
    }),
  );
  return rows.sort((a, b) => Number(a.row.subjects === undefined) - Number(b.row.subjects === undefined));
}

type DeskCommandsProps = {
  readonly tools: readonly CommandTool[];
  readonly desk: Desk;
  readonly view: DeskView;
  /** Another window shows the finding, so its keys work in a tab that shows none. */
  readonly followed?: boolean;
};

export function DeskCommands({ tools, desk, view, followed = false }: DeskCommandsProps) {
  const undo = useUndo();
  const order = useCommandQueue((action) => action.run(desk, undo));
  const { recording, noFinding = false } = openedTools(tools, view).tab;
  const runOf = (action: DeskAction): TableRun | undefined => {
    const { reads, ofFinding, once, unlisted } = action;
    const isOff = recording === 'hidden' || (noFinding && !followed && ofFinding === true);
    if (isOff || !(desk.writes || reads === true)) return undefined;
    return { unlisted, once, run: () => order(action) };
  };
  const rows = actionRowsOf(tools, view);
  useDeskCommands(
    Object.fromEntries(rows.map(({ id, row }) => [id, row])),
    Object.fromEntries(rows.map(({ id, action }) => [id, runOf(action)])),
    'desk',
  );
  return null;
}
