/**
 * Writes the audit rows that requests create outside of their own transactions: reads, which are collected and written
 * a moment later, and refusals, whose transactions are rolled back. Rows for acts that take data out of the product
 * (exports, downloads, prints), and for acts that required a reason, are written before the response is sent.
 *
 * Invariants: a row waits at most `delayMs` before it is sent to the database, so a kill loses less than a second of
 * reads. Rows that could not be written are retried until `close`, which writes the waiting ones. If the same user reads the
 * same thing again within `repeatMs`, it is one read (for acts that repeat). If a page repeats a refused request (a
 * throttled sign-in, an ended session, no session), the refusal is recorded once a minute.
 */
import {
  isOfAuthorisation,
  refusalsOfStrangers,
  repeatsItself,
  writingOf,
  type AuditAct,
} from '@rhythmdesk/domain/audit/acts';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { Db } from '../db/database.ts';
import { everything, inScope } from '../db/row-scope.ts';
import type { Log } from '../log/log.ts';
import { unaudited, type AuditedCall } from './audited-call.ts';
import { actOf, insertAudit, auditRowsOf, type AuditRow } from './write-audit.ts';

const delayMs = 250;
const retryMs = 1_000;
const mostAtOnce = 1_000;
const mostWaiting = 100_000;
const repeatMs = 5 * 60_000;
const minuteMs = 60_000;
const mostRemembered = 20_000;

/** Remembers whether a key was seen within a time; the oldest keys are forgotten first. */
class Repeats {
  readonly #seen = new Map<string, number>();

  isNew(key: string, now: number, forMs: number): boolean {
    const before = this.#seen.get(key);
    if (before !== undefined && now - before < forMs) return false;
    this.#seen.delete(key);
    this.#seen.set(key, now);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > mostRemembered && oldest !== undefined) this.#seen.delete(oldest);
    return true;
  }
}

const bounded: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  ...refusalsOfStrangers,
  'auth/throttled',
  'auth/locked',
  'auth/session-expired',
  'auth/session-revoked',
  'auth/account-inactive',
]);

export type AuditTrail = {
  /** Records a successful call before its response is sent. */
  readonly succeeded: (call: AuditedCall) => Promise<void>;
  readonly refused: (call: AuditedCall, code: RefusalCode) => void;
  /** Writes the waiting rows. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type TrailOptions = { readonly db: Db; readonly log: Pick<Log, 'error'> };

const shownAgain = (call: AuditedCall, action: AuditAct): string =>
  [
    ...[call.noted.who?.user_id, call.address, action, call.noted.case_id, call.noted.target],
    call.noted.case_ids?.join(','),
  ].join(' ');

class Trail implements AuditTrail {
  readonly #db: Db;
  readonly #log: Pick<Log, 'error'>;
  readonly #repeats = new Repeats();
  #waiting: AuditRow[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #writing: Promise<void> = Promise.resolve();

  constructor({ db, log }: TrailOptions) {
    this.#db = db;
    this.#log = log;
  }

  readonly succeeded = async (call: AuditedCall): Promise<void> => {
    const action = actOf(call);
    if (action === 'none' || call.rows > 0) return;
    const now = call.now().getTime();
    if (repeatsItself(action) && !this.#repeats.isNew(shownAgain(call, action), now, repeatMs)) return;
    this.#add(auditRowsOf(call, action, { outcome: 'done', code: null }));
    if (writingOf(action) !== 'soon' || call.noted.reason !== undefined) await this.flush();
  };

  readonly refused = (call: AuditedCall, code: RefusalCode): void => {
    const action = actOf(call);
    if (!isOfAuthorisation(code)) return;
    // For a route that touches nobody's data, only unknown callers and roles without permission are recorded.
    if (action === 'none' && code !== 'auth/role-never' && !refusalsOfStrangers.has(code)) return;
    const key = `${code} ${call.address ?? ''} ${String(call.noted.who?.user_id)}`;
    if (bounded.has(code) && !this.#repeats.isNew(key, call.now().getTime(), minuteMs)) return;
    this.#add(auditRowsOf(call, action === 'none' ? 'function.call' : action, { outcome: 'refused', code }));
  };

  #add(rows: readonly AuditRow[]): void {
    if (this.#waiting.length > mostWaiting) throw new Error('the audit log cannot be written');
    this.#waiting.push(...rows);
    this.#writeIn(delayMs);
  }

  #writeIn(ms: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), ms);
  }

  readonly flush = (): Promise<void> => {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const before = this.#writing.catch(() => undefined);
    this.#writing = before.then(() => unaudited(() => inScope(everything, () => this.#write())));
    return this.#writing;
  };

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.slice(0, mostAtOnce);
      try {
        await insertAudit(this.#db, rows);
      } catch (fault) {
        this.#log.error(
          { err: fault, rows: this.#waiting.length },
          'rows of the audit log wait to be written',
        );
        this.#writeIn(retryMs);
        throw fault;
      }
      this.#waiting.splice(0, rows.length);
    }
  }

  readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    await this.flush().catch(() => undefined);
  };
}

export const openAuditTrail = (options: TrailOptions): AuditTrail => new Trail(options);
