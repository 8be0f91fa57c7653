/**
 * Manages the reading of one case on this page: what it shows, what it has sent, and who writes.
 *
 * An edit is shown at once and sent within 300 ms, in batches, one at a time and in order. A batch without a response
 * is sent again unchanged, so that the server recognizes it; edits made meanwhile wait behind it. If another page wrote
 * edits, they come first, and the waiting edits are renumbered. If a new analysis arrives, they still name the beats and
 * groups of the one that they were made on. Invariants: no edit is lost while the page is open; the
 * page's log begins with the server's log; nothing is sent after a refused checksum.
 */
import type { CaseReading } from '@rhythmdesk/contract/reading';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { FigureOptions } from '@rhythmdesk/ecg/reading/reading-figures';
import { ApiError } from '../../../platform/client/api-error.ts';
import { retryDelayMs } from '../../../platform/live/retry-delay.ts';
import { createStore, nextChange, type Store } from '../../../platform/store.ts';
import { beatFiles, beginWith, readingFiles } from './beat-files.ts';
import type { ReadingRequest } from './reading-message.ts';
import {
  batchAfter,
  closedReading,
  editedHere,
  isAway,
  isEditLockLost,
  isSending,
  isWritable,
  readLog,
  shownAfter,
  type EditBatch,
  type ReadingPorts,
  type ReadingState,
  type WrittenEdit,
  written,
  writtenHere,
} from './reading-state.ts';
import type { ReadingQueries } from './reading-thread.ts';
import { renumber } from './renumber.ts';

const batchMs = 200;

type Opening = { readonly figures: FigureOptions; readonly version: number | undefined };

export class ReadingSession {
  readonly state: Store<ReadingState> = createStore(closedReading);
  readonly #ports: ReadingPorts;
  #opens: Opening | null = null;
  #version = 0;
  #log: WrittenEdit[] = [];
  /** The last edit that the server has acknowledged. */
  #known = 0;
  /** The batch that was sent and has no response yet. */
  #inFlight: EditBatch | null = null;
  #failures = 0;
  #isTimed = false;
  #isClosed = false;
  /** Serializes the calls to the server. */
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: ReadingPorts) {
    this.#ports = ports;
  }

  #tell(change: Partial<ReadingState>): void {
    if (!this.#isClosed) this.state.set({ ...this.state.get(), ...change });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn
      .then(() => (this.#isClosed ? undefined : work()))
      .catch((fault: unknown) => this.#fail(fault));
    return this.#turn;
  }

  /** An error of the page itself: its reading can no longer be trusted, and is not sent. */
  #fail(fault: unknown): void {
    if (this.#isClosed) return;
    this.#tell({ sending: 'refused', request_id: null });
    reportError(fault);
  }

  async #show(request: Extract<ReadingRequest, { kind: 'open' | 'apply' }>): Promise<void> {
    this.#tell({ folding: this.state.get().folding + 1 });
    // An error here locks the reading, so that no further edits wait behind it.
    const folded = await this.#ports.thread.fold(request);
    this.#tell(shownAfter(this.state.get(), folded, this.#log));
  }

  /**
   * Opens the reading on an analysis, and again on a later one; waiting edits keep waiting. The beats of `version` are
   * read beside the log, if the page shows them in any case. If an earlier page opened it, only new edits are read.
   */
  open(figures: FigureOptions, version?: number): Promise<void> {
    const opens = { figures, version };
    this.#opens = opens;
    return this.#inTurn(() => (this.#shows(version) ? this.#readOn() : this.#openOn(opens)));
  }

  #shows(version: number | undefined): boolean {
    const { shown, fault } = this.state.get();
    return shown !== null && fault === null && version === this.#version;
  }

  /**
   * A reader who cannot write and has nothing to follow needs no beats. After an error the next live event tries again.
   */
  async #openOn({ figures, version }: Opening): Promise<void> {
    const { beats, looks_on } = this.#ports;
    const readBeats = looks_on && version !== undefined ? beginWith(beats, version) : beats;
    try {
      const read = await readLog(this.#ports, 0);
      const { analysis_version, edits, edit_lock: lock } = read;
      this.#tell({ edit_lock: lock, fault: null });
      if (analysis_version === null || !(looks_on || edits.length > 0 || lock.may_ask)) return;
      await this.#lay(analysis_version, read, { figures, readBeats });
      this.#sendSoon();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#tell({ fault: error });
    }
  }

  async #lay(
    analysis_version: number,
    { edits, earlier_versions }: CaseReading,
    { figures, readBeats }: Pick<Opening, 'figures'> & { readonly readBeats: ReadingPorts['beats'] },
  ): Promise<void> {
    const ofWaiting = () => this.#log.slice(this.#known).map((one) => one.analysis_version);
    const needed = () => [analysis_version, ...earlier_versions, ...ofWaiting()];
    const files = await beatFiles(readBeats, needed);
    const waiting = renumber(this.#log.slice(this.#known), this.#known, edits.length - this.#known);
    this.#version = analysis_version;
    this.#known = edits.length;
    this.#inFlight = null;
    this.#log = [...edits.map(written), ...waiting];
    this.#tell({ log: this.#log, unsent: waiting.length });
    await this.#show({ kind: 'open', ...readingFiles(files, analysis_version), figures, log: this.#log });
  }

  edit(edits: readonly ReadingEdit[]): void {
    if (this.#version === 0 || !isWritable(this.state.get())) return;
    const after = this.#log.length;
    const made = writtenHere(edits, { after, analysis_version: this.#version, at_ms: this.#ports.now() });
    this.#log = [...this.#log, ...made];
    this.#tell({ ...editedHere(this.state.get(), this.#log), unsent: this.#log.length - this.#known });
    this.#show({ kind: 'apply', after, edits: made }).catch((fault: unknown) => this.#fail(fault));
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#isTimed || this.#known === this.#log.length) return;
    this.#isTimed = true;
    void this.#ports.wait(batchMs).then(() => {
      this.#isTimed = false;
      return this.#inTurn(() => this.#send());
    });
  }

  async #send(): Promise<void> {
    while (!this.#isClosed && this.#known < this.#log.length) {
      try {
        await this.#sendBatch();
        this.#failures = 0;
      } catch (error) {
        if (!(await this.#goesOnAfter(error))) return;
      }
    }
  }

  async #sendBatch(): Promise<void> {
    this.#tell({ sending: this.#failures > 0 ? 'waiting' : 'sending' });
    if (this.state.get().edit_lock?.here !== true)
      this.#tell({ edit_lock: await this.#ports.changeLock('take') });
    this.#inFlight ??= await this.#nextBatch();
    this.#known = (await this.#ports.append(this.#inFlight)).sequence;
    this.#inFlight = null;
    const unsent = this.#log.length - this.#known;
    this.#tell({ unsent, ...(unsent === 0 && { sending: 'saved', saved_ms: this.#ports.now() }) });
  }

  async #nextBatch(): Promise<EditBatch> {
    const { made_on, edits } = batchAfter(this.#log, this.#known);
    const checksum = await this.#ports.thread.checksum(this.#known + edits.length);
    const batch = { after: this.#known, analysis_version: this.#version, edits, checksum };
    return made_on === this.#version ? batch : { ...batch, made_on };
  }

  /** Whether sending continues after an error. */
  async #goesOnAfter(error: unknown): Promise<boolean> {
    if (error instanceof ApiError && isAway(error)) {
      this.#tell({ sending: 'waiting' });
      await this.#ports.wait(retryDelayMs(this.#failures++, 0.5));
      return true;
    }
    this.#inFlight = null;
    if (error instanceof ApiError && error.code === 'reading/behind') {
      await this.#takeOver(await readLog(this.#ports, this.#known));
      return true;
    }
    if (error instanceof ApiError && isEditLockLost(error)) {
      this.#tell({ sending: 'no-edit-lock' });
      await this.#readEditLock();
      return false;
    }
    if (error instanceof ApiError && error.code === 'reading/other-analysis') {
      this.#tell({ sending: 'waiting' });
      return false;
    }
    this.#tell({ sending: 'refused', request_id: error instanceof ApiError ? error.request_id : null });
    return false;
  }

  async #readEditLock(): Promise<void> {
    // After an error the next live event or the next edit tries again.
    const read = await this.#ports.read(this.#known).catch(() => null);
    if (read !== null) this.#tell({ edit_lock: read.edit_lock });
  }

  /** Puts the edits of other pages before the ones that wait here. */
  async #takeOver({ edits, edit_lock }: CaseReading): Promise<void> {
    if (edits.length > 0) {
      const known = this.#known;
      const others = edits.map(written);
      const waiting = renumber(this.#log.slice(known), known, others.length);
      this.#log = [...this.#log.slice(0, known), ...others, ...waiting];
      this.#known += others.length;
      await this.#show({ kind: 'apply', after: known, edits: this.#log.slice(known) });
    }
    this.#tell({ edit_lock, log: this.#log, unsent: this.#log.length - this.#known });
  }

  /** Called when the log or the edit lock changed: by another page, or by this one. */
  follow(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#version > 0 && this.state.get().fault === null) return this.#readOn();
      if (this.#opens !== null) await this.#openOn(this.#opens);
      return undefined;
    });
  }

  async #readOn(): Promise<void> {
    if (this.#inFlight !== null) return;
    try {
      await this.#takeOver(await readLog(this.#ports, this.#known));
    } catch (error) {
      if (error instanceof ApiError) return;
      throw error;
    }
    if (isWritable(this.state.get())) this.#sendSoon();
  }

  async #changeLock(act: 'take' | 'ask' | 'give_back'): Promise<void> {
    try {
      this.#tell({ edit_lock: await this.#ports.changeLock(act) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isEditLockLost(error)) await this.#readEditLock();
    }
  }

  get queries(): ReadingQueries {
    return this.#ports.thread;
  }

  /** Renews the edit lock of this page, or asks whether another page still has it: no event reports that it expired. */
  stay(): void {
    const lock = this.state.get().edit_lock;
    if (lock?.here === true) void this.#inTurn(() => this.#changeLock('take'));
    else if ((lock?.holder ?? null) !== null) void this.#inTurn(() => this.#readEditLock());
  }

  take(): void {
    void this.#inTurn(() => this.#changeLock('take'));
  }

  ask(): void {
    void this.#inTurn(() => this.#changeLock('ask'));
  }

  /** Releases the edit lock once everything is sent. */
  giveBack(): void {
    void this.#inTurn(async () => {
      await this.#send();
      if (this.#known === this.#log.length) await this.#changeLock('give_back');
    });
  }

  /** Number of edits that are left after everything possible was sent. */
  async settled(): Promise<number> {
    while (isSending(this.state.get())) await nextChange(this.state);
    return this.state.get().unsent;
  }

  close(): void {
    if (this.#isClosed) return;
    const { edit_lock: lock, unsent } = this.state.get();
    if (lock?.here === true && unsent === 0) this.#ports.changeLock('give_back').catch(() => undefined);
    this.#isClosed = true;
    this.#ports.thread.close();
  }
}
