/** Handles the case routes. */
import { actionRouteName, type ActionInput, type actionRoutes } from '@rhythmdesk/contract/case-actions';
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ReportDocument } from '@rhythmdesk/contract/report-document';
import type { reportRoutes } from '@rhythmdesk/contract/reports';
import type { workRoutes } from '@rhythmdesk/contract/work';
import { caseActions, type CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { unaudited } from '../../platform/audit/audited-call.ts';
import type { Chance } from '../../platform/chance/chance.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Caller, CheckPasskey, CheckPassword, CheckProviderProof } from '../../platform/http/caller.ts';
import type { Handler, Handlers } from '../../platform/http/handler.ts';
import { actOnMany } from './act-many.ts';
import {
  addFile,
  addUserFile,
  adoptReport,
  bytesOf,
  downloadFile,
  listFiles,
  readOrder,
  readReport,
  storePdf,
} from './case-files.ts';
import { listCases, nextCase } from './case-list.ts';
import { findCases } from './find-cases.ts';
import { countViews } from './count-views.ts';
import { createCase, updateCase, updateReading } from './edit-case.ts';
import { openEdit, type EditContext } from '../../records/cases/open-edit.ts';
import type { Sealer } from '../../platform/secrets/sealer.ts';
import { answerSheet } from '../../platform/spreadsheet/answer-sheet.ts';
import { casesSheet } from './export-cases.ts';
import {
  asksReading,
  foldReading,
  stateLeftOut,
  type FoldedReading,
  type LeftOutDependencies,
} from './left-out.ts';
import { judgeBesidesPassword, performAction, type ActionContext } from './perform-action.ts';
import { readMentionable } from './mentions.ts';
import { readOpenPoints } from './open-points.ts';
import { readBoard } from './read-board.ts';
import { caseDetailFor } from './read-case.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { readDay } from './read-day.ts';
import { proposeShareOut, setCapacity } from './share-out.ts';
import { prepareSigning } from './sign-report.ts';
import { addComment, answerPin, readComments, readHistory } from './talk.ts';
import { readUnreadReports } from './unread-reports.ts';

const ok = { ok: true } as const;

export type CaseDependencies = LeftOutDependencies & {
  /** Prints a report from its stored data. */
  readonly printDocument: (document: ReportDocument) => Promise<Buffer>;
  readonly files: FileStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** Random number, drawn once for each act. */
  readonly chance: Chance;
  readonly billing_time_zone: string;
  /** Checks the caller's own password again; a wrong one counts towards the lock. */
  readonly checkPassword: CheckPassword;
  /** Checks the caller's own passkey in place of the password, and refuses any other. */
  readonly checkPasskey: CheckPasskey;
  /** Checks the provider's proof that the caller is signed in there now. */
  readonly checkProviderProof: CheckProviderProof;
};

type EditContextSource = Pick<EditContext, 'caller' | 'request_id'>;
type ActionHandler = Handler<(typeof actionRoutes)['case/request']>;

/** The first check is outside the transaction, so that a wrong password counts even if the action is refused. */
async function judgePassword(
  { db, checkPassword, checkPasskey, checkProviderProof }: CaseDependencies,
  action: CaseAction,
  caller: Caller,
  input: ActionInput,
  reading: FoldedReading | undefined,
): Promise<ActionContext['password']> {
  const { password, passkey, provider_proof } = input;
  if ((password ?? passkey ?? provider_proof) === undefined) return 'absent';
  await judgeBesidesPassword(db, action, input, caller, reading);
  if (passkey !== undefined) {
    await checkPasskey(caller, passkey);
    return 'right';
  }
  if (provider_proof !== undefined) {
    await checkProviderProof(caller, provider_proof);
    return 'right';
  }
  if (password === undefined) return 'absent';
  return (await checkPassword(caller, password)) ? 'right' : 'wrong';
}

/** Replays the reading only if the caller may perform the action. */
async function readingFor(
  dependencies: CaseDependencies,
  action: CaseAction,
  caller: Caller,
  input: ActionInput,
): Promise<FoldedReading | undefined> {
  if (!asksReading(action)) return undefined;
  await judgeBesidesPassword(dependencies.db, action, input, caller);
  return foldReading(dependencies, input.case_id);
}

function actionHandler(dependencies: CaseDependencies, action: CaseAction): ActionHandler {
  const { clock, billing_time_zone } = dependencies;
  return async ({ caller, request_id, input, once, language }) => {
    const first = asksReading(action) ? await once.earlier() : null;
    if (first !== null) return first;
    const folded = await readingFor(dependencies, action, caller, input);
    const password = await judgePassword(dependencies, action, caller, input, folded);
    const now = clock.now();
    const request = { case_id: input.case_id, action, caller, language, now };
    const signing = password === 'right' ? await prepareSigning(dependencies, request) : undefined;
    const stating = { action, input, caller, now };
    const reading =
      folded === undefined || password !== 'right'
        ? folded
        : await stateLeftOut(dependencies, folded, stating);
    const drawn = { chance: dependencies.chance(), reading };
    const context = { caller, request_id, now, billing_time_zone, password, signing, ...drawn };
    return once((tx) => performAction(tx, action, input, context));
  };
}

type ActionHandlers = Handlers<typeof actionRoutes>;

function handlesEveryAction(handlers: Readonly<Record<string, unknown>>): handlers is ActionHandlers {
  return caseActions.every((action) => Object.hasOwn(handlers, actionRouteName(action)));
}

/** Creates one handler for each action of the lifecycle table. */
export function actionHandlers(dependencies: CaseDependencies): ActionHandlers {
  const handlers = Object.fromEntries(
    caseActions.map((action) => [actionRouteName(action), actionHandler(dependencies, action)]),
  );
  if (!handlesEveryAction(handlers)) throw new Error('an action without its handler');
  return handlers;
}

type Rows = Handlers<typeof caseRoutes & Pick<typeof reportRoutes, 'openPoints'>>;

function listHandlers({ db, clock }: CaseDependencies) {
  return {
    cases: ({ caller, input, language }) => listCases(db, caller, input, { language, now: clock.now() }),
    caseViews: ({ caller, input }) => countViews(db, caller, input.hospital_id),
    findCases: ({ caller, input }) => findCases(db, caller, input.q, clock.now()),
    nextCase: ({ caller }) => nextCase(db, caller),
    unreadReports: ({ caller, input }) => readUnreadReports(db, caller, input, clock.now()),
    exportCases: async (call) => answerSheet(await casesSheet(db, call, clock.now()), call.signal),
  } satisfies Partial<Rows>;
}

function readHandlers(dependencies: CaseDependencies) {
  const { db, files, clock } = dependencies;
  return {
    readCase: async ({ caller, input: { case_id, reason } }) => {
      const record = await seenCase(db, caller, case_id, 'case.read', reason);
      return caseDetailFor(db, record, caller, clock.now());
    },
    caseHistory: ({ caller, input }) => readHistory(db, caller, input.case_id),
    comments: ({ caller, input }) => readComments(db, caller, input.case_id),
    caseFiles: ({ caller, input }) => listFiles(db, caller, input.case_id),
    openPoints: ({ caller, input }) => readOpenPoints(dependencies, caller, input.case_id),
    report: ({ caller, input }) => readReport(db, files, caller, input),
    order: ({ caller, input }) => readOrder(db, files, caller, input.case_id),
    file: ({ caller, input }) => downloadFile(db, files, caller, input.file_id),
  } satisfies Partial<Rows>;
}

function writeHandlers({ db, files, clock, chance, billing_time_zone }: CaseDependencies) {
  const contextOf = ({ caller, request_id }: EditContextSource): EditContext => ({
    caller,
    request_id,
    now: clock.now(),
  });
  const manyContext = (call: EditContextSource): ActionContext => ({
    ...contextOf(call),
    billing_time_zone,
    chance: chance(),
    password: 'absent',
  });
  return {
    createCase: (call) => call.once((tx) => createCase(tx, call.input, contextOf(call))),
    updateCase: (call) => transact(db, (tx) => updateCase(tx, call.input, contextOf(call))),
    updateReading: (call) => transact(db, (tx) => updateReading(tx, call.input, contextOf(call))),
    assignMany: (call) => {
      const { cases, ...needs } = call.input;
      const many = { action: 'assign', cases, needs } as const;
      return call.once((tx) => actOnMany(tx, many, manyContext(call), call.language));
    },
    requestMany: (call) => {
      const many = { action: 'request', cases: call.input.cases, needs: {} } as const;
      return call.once((tx) => actOnMany(tx, many, manyContext(call), call.language));
    },
    mentionable: ({ caller, input }) => readMentionable(db, caller, input),
    addComment: (call) => call.once((tx) => addComment(tx, call.caller, call.input, clock.now())),
    answerPin: ({ caller, input }) => transact(db, (tx) => answerPin(tx, caller, input, clock.now())),
    addFile: async (call) => {
      await unaudited(() => transact(db, (tx) => openEdit(tx, call.input, 'reading', contextOf(call))));
      const stored = await storePdf(files, await bytesOf(call.body));
      return transact(db, (tx) => addFile(tx, call.input, stored, contextOf(call)));
    },
    addUserFile: async (call) => {
      await unaudited(() => transact(db, (tx) => openEdit(tx, call.input, 'user-file', contextOf(call))));
      const stored = await storePdf(files, await bytesOf(call.body));
      return transact(db, (tx) => addUserFile(tx, call.input, stored, contextOf(call)));
    },
    adoptReport: (call) => call.once((tx) => adoptReport(tx, call.input, contextOf(call))),
  } satisfies Partial<Rows>;
}

export function caseHandlers(dependencies: CaseDependencies): Rows {
  return { ...listHandlers(dependencies), ...readHandlers(dependencies), ...writeHandlers(dependencies) };
}

export function workHandlers({ db, clock }: CaseDependencies): Handlers<typeof workRoutes> {
  return {
    day: ({ caller }) => readDay(db, caller, clock.now()),
    board: ({ caller, input }) => readBoard(db, caller, input, clock.now()),
    shareOut: ({ caller, input }) => proposeShareOut(db, caller, input, clock.now()),
    setCapacity: async ({ caller, input }) => {
      await setCapacity(db, caller, input, clock.now());
      return ok;
    },
  };
}
