/**
 * Lists the tables of all commands whose keys a user may change. If two commands have the same default key in the same
 * situation, the first one runs.
 */
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';
import { type CommandId, type KeyRow, type KeyTable, rowsOf } from '../../../../ui/keys/key-table.ts';
import { listKeys } from '../../../../ui/list/list-keys.ts';
import { actionKeys } from '../../actions/action-keys.ts';
import { criticalKeys } from '../../actions/critical-keys.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import { pageKeys } from '../../page/page-keys.ts';
import { basketKeys } from '../basket/basket-keys.ts';
import { editorKeys } from '../basket/editor-keys.ts';
import { beatKeys } from '../beats/beat-keys.ts';
import { coverageKeys, scanKeys } from '../coverage/coverage-keys.ts';
import { measureKeys } from '../measure/measure-keys.ts';
import { pinKeys } from '../pins/pin-keys.ts';
import { plotKeys } from '../plots/plot-keys.ts';
import { queueKeys } from '../queue/queue-keys.ts';
import { reportKeys } from '../report/report-keys.ts';
import { tabKeys } from '../session/tab-keys.ts';
import { templateKeys } from '../templates/template-keys.ts';
import { memberKeys } from '../walls/member-keys.ts';

const tables: readonly KeyTable[] = [
  ...[templateKeys, memberKeys, plotKeys, scanKeys, reportKeys],
  ...[beatKeys, queueKeys, judgeKeys, recordingKeys],
  ...[basketKeys, measureKeys, coverageKeys, pinKeys, actionKeys, tabKeys],
  ...[pageKeys, listKeys, criticalKeys, editorKeys],
];

export const keyRows: ReadonlyMap<CommandId, KeyRow> = new Map(tables.flatMap(rowsOf));
export const commandIds: readonly CommandId[] = [...keyRows.keys()];
