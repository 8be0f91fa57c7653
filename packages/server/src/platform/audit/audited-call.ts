/**
 * Describes a piece of work for the audit log, available wherever its statements run: a request by its route, a job by
 * its name. The work itself only adds what nothing else can know: which case it changed, whose account it was, why.
 *
 *     inAuditedCall(call, () => handler(input));   // the binder, a job
 *     noteAudit({ target: 'user/5' });             // the work, where it knows more
 *
 * Invariants: outside of any call nothing is noted or written (tools, tests). A transaction writes what was noted in it
 * (`write-audit.ts`). `unaudited` work, such as counting a wrong password, writes no row of its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditAct } from '@rhythmdesk/domain/audit/acts';

export type AuditedPerson = {
  readonly user_id: number;
  readonly role_key: string;
  readonly user_group_id: number;
};

/** A case that was changed, and the action in its history. */
type ChangedCase = { readonly case_id: number; readonly target: string };

type Noted = {
  act?: AuditAct;
  who?: AuditedPerson;
  /** The object that was touched if it is not a case: `user/5`, `institution/3: name`. */
  target?: string;
  reason?: string;
  case_id?: number;
  /** The cases that a list or an export contained. */
  case_ids?: readonly number[];
};

export type AuditedCall = {
  /** The name of the route or job. */
  readonly name: string;
  readonly act: AuditAct | 'none';
  readonly address: string | null;
  readonly user_agent: string;
  readonly request_id: string;
  readonly now: () => Date;
  readonly noted: Noted;
  readonly changed: Map<number, ChangedCase>;
  /** The number of rows that transactions of this call have committed. */
  rows: number;
};

const present = new AsyncLocalStorage<AuditedCall | null>();

export const presentCall = (): AuditedCall | null => present.getStore() ?? null;

type Beginning = Omit<AuditedCall, 'noted' | 'changed' | 'rows'>;

export const beginCall = (given: Beginning): AuditedCall => ({
  ...given,
  noted: {},
  changed: new Map(),
  rows: 0,
});

export function inAuditedCall<Result>(call: AuditedCall, work: () => PromiseLike<Result>): Promise<Result> {
  return present.run(call, async () => await work());
}

export function unaudited<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  return present.run(null, async () => await work());
}

export function noteAudit(note: Noted): void {
  const call = presentCall();
  if (call !== null) Object.assign(call.noted, note);
}

/** Starts another act in this call, separate from what its transactions have written so far. */
export function noteFurtherAct(act: AuditAct, target: string): void {
  const call = presentCall();
  if (call === null) return;
  call.rows = 0;
  Object.assign(call.noted, { act, target });
}

/** Notes a case that this transaction changes; each gets a row of its own. */
export function noteChangedCase(changed: ChangedCase, who: AuditedPerson | null): void {
  const call = presentCall();
  if (call === null) return;
  call.changed.set(changed.case_id, changed);
  if (who !== null) call.noted.who ??= who;
}
