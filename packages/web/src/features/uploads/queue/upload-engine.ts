/**
 * Sends recordings independently of any page: it continues while the user works elsewhere, after a lost network, a
 * server restart and an ended session, and resumes what an earlier load of the page left.
 *
 * Invariants: every request of the user is stored before it is carried out; three recordings are sent at once; a
 * temporary error is retried forever, a permanent one is shown with its reason; a file is deleted from the browser's
 * store as soon as the server has every byte, and when the user cancels.
 */
import { type EngineDependencies, giveUpBegun } from './engine-dependencies.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { bytesPerSecond, withMark, type PaceMark } from './pace.ts';
import { afterBegin, afterSend, retryAfterMs } from './retry-rules.ts';
import { hasEnded, isOpen, keptMs, mostAtOnce, nameOf, nextToSend, ofFormerScope } from './sending.ts';
import type { KeptSending, Sender, Sending } from './sending.ts';
import { fresh, newSending, type NewSending } from './new-sending.ts';
import { firstReadable } from './readable-file.ts';
import { keptOf, SendingList } from './sending-list.ts';

export class UploadEngine {
  readonly list = new SendingList();
  readonly #parts: EngineDependencies;
  readonly #files = new Map<string, File>();
  readonly #stops = new Map<string, AbortController>();
  readonly #beginning = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #anew = new Set<string>();
  readonly #restored = new Set<string>();

  constructor(parts: EngineDependencies) {
    this.#parts = parts;
  }

  /**
   * Resumes what this user's earlier pages left; uploads that waited for a sign-in continue, those of a former scope
   * are removed.
   */
  async restore(sender: Sender): Promise<void> {
    const isFormer = ofFormerScope(sender);
    for (const { id } of this.list.all().filter(isFormer)) await this.#dismiss(id);
    this.#release('sign-in', ({ user_id }) => user_id === sender.id);
    if (this.#restored.has(nameOf(sender))) return this.#pump();
    this.#restored.add(nameOf(sender));
    const { store, claim, nowMs } = this.#parts;
    for (const kept of await store.all()) {
      const isOver = isFormer(kept) || (kept.ended_ms ?? kept.added_ms) < nowMs() - keptMs;
      if (kept.user_id !== sender.id && !isOver) continue;
      if (this.list.get(kept.id) !== undefined || !(await claim.take(kept.id))) continue;
      if (isOver) await this.#forget(kept.id);
      else await this.#takeUp(kept);
    }
    this.#pump();
  }

  async #dismiss(id: string): Promise<void> {
    this.#stops.get(id)?.abort();
    this.list.remove(id);
    await this.#forget(id);
  }

  async #takeUp(kept: KeptSending): Promise<void> {
    const file = kept.phase === 'waiting' ? await this.#parts.store.file(kept.id) : null;
    if (file !== null) this.#files.set(kept.id, file);
    const isMissing = kept.phase === 'waiting' && file === null;
    this.list.add({ ...kept, ...fresh, file_kept: file !== null, hold: isMissing ? 'file' : null });
  }

  /** Called when the user presses Send: everything is stored, begun on the server, and sent in turn. */
  async send(sender: Sender, wanted: readonly { facts: NewSending; file: File }[]): Promise<void> {
    const { store, claim, nowMs, makeId } = this.#parts;
    for (const [at, { facts, file }] of wanted.entries()) {
      const sending = newSending(facts, sender, { id: makeId(), added_ms: nowMs() + at });
      this.#files.set(sending.id, file);
      this.list.add(sending);
      await claim.take(sending.id);
      await store.put(keptOf(sending));
    }
    this.#pump();
    const unkept = this.list.all().filter(({ id, file_kept }) => !file_kept && this.#files.has(id));
    for (const { id } of unkept) await this.#keepFile(id);
  }

  async #keepFile(id: string): Promise<void> {
    const file = this.#files.get(id);
    if (file === undefined) return;
    const file_kept = await this.#parts.store.putFile(id, file);
    if (this.#files.has(id)) this.list.change(id, { file_kept });
    else await this.#parts.store.dropFile(id);
  }

  /** Provides the same file again, for an upload whose bytes this browser no longer has. */
  giveFile(id: string, file: File): void {
    this.#files.set(id, file);
    this.#set(id, { hold: null });
    void this.#keepFile(id);
    this.#pump();
  }

  pause(ids: readonly string[]): void {
    for (const id of ids) {
      this.#set(id, { paused: true });
      this.#stops.get(id)?.abort();
    }
  }

  resume(ids: readonly string[]): void {
    for (const id of ids) this.#set(id, { paused: false });
    this.#pump();
  }

  /** Repeats a failed upload from its beginning; if its file is gone, the user is asked for it. */
  async retry(id: string): Promise<void> {
    const hold = (await this.#readable(id)) === null ? 'file' : null;
    if (this.list.get(id)?.phase !== 'failed') return;
    this.#failures.delete(id);
    this.#anew.delete(id);
    const begin = { upload_url: null, capability: null, sent_bytes: 0, fault: null, ended_ms: null };
    this.#set(id, { ...begin, phase: 'waiting', paused: false, hold, added_ms: this.#parts.nowMs() });
    this.#pump();
  }

  /** Cancels an upload in progress, or removes a finished one from the list. */
  async remove(id: string): Promise<void> {
    const sending = this.list.get(id);
    if (sending === undefined) return;
    const forgotten = this.#dismiss(id);
    if (!hasEnded(sending)) await this.#parts.line.giveUp(sending).catch(() => undefined);
    await forgotten;
    this.#pump();
  }

  /** The user has signed out: no patient data stays here, and incomplete uploads on the server are cancelled. */
  async leave(): Promise<void> {
    const all = this.list.all();
    await Promise.all(all.map(({ id }) => this.#dismiss(id)));
    this.#restored.clear();
    await this.#parts.store.clear();
    await giveUpBegun(this.#parts.line, all);
  }

  async #forget(id: string): Promise<void> {
    this.#files.delete(id);
    await this.#parts.store.drop(id);
    this.#parts.claim.release(id);
  }

  /** Called when the network may be back. */
  wake(): void {
    this.#release('network', () => true);
    this.#pump();
  }

  #release(hold: Sending['hold'], which: (each: Sending) => boolean): void {
    for (const each of this.list.all()) {
      if (each.hold === hold && which(each)) this.list.change(each.id, { hold: null });
    }
  }

  /** Checks whether the server has finished checking an upload. */
  async look(upload_id?: string): Promise<void> {
    const open = this.list.all().filter(({ phase }) => phase === 'checking');
    const wanted = open.filter(
      ({ upload_url }) => upload_id === undefined || upload_url?.endsWith(upload_id),
    );
    await Promise.all(wanted.map((each) => this.#lookAt(each)));
  }

  async #lookAt(sending: Sending): Promise<void> {
    const row = await this.#parts.line.outcome(sending).catch((fault: unknown) => {
      if (fault instanceof ApiError) return null;
      throw fault;
    });
    if (row?.state === 'done') {
      const request_refused = row.request?.detail ?? null;
      return this.#end(sending.id, { phase: 'done', case_id: row.case_id, request_refused });
    }
    if (row?.state !== 'refused') return;
    const { code, detail, entry } = row;
    this.#end(sending.id, { phase: 'failed', fault: { code: code ?? '', detail: detail ?? '', entry } });
  }

  #end(id: string, by: Partial<Sending>): void {
    this.#set(id, { ...by, ended_ms: this.#parts.nowMs(), bytes_per_s: null });
    this.#pump();
  }

  #set(id: string, by: Partial<Sending>): void {
    const changed = this.list.change(id, by);
    if (changed !== undefined) void this.#parts.store.put(keptOf(changed));
  }

  #pump(): void {
    const unbegun = this.list
      .all()
      .filter(
        ({ id, phase, upload_url, hold }) =>
          phase === 'waiting' && upload_url === null && hold === null && !this.#beginning.has(id),
      );
    for (const each of unbegun.slice(0, mostAtOnce - this.#beginning.size)) void this.#begin(each);
    for (const each of nextToSend(this.list.all())) void this.#send(each);
  }

  async #begin(sending: Sending): Promise<void> {
    const { id } = sending;
    this.#beginning.add(id);
    try {
      const begun = await this.#parts.line.begin(sending);
      this.#failures.delete(id);
      if (this.list.get(id) === undefined)
        await this.#parts.line.giveUp({ ...sending, ...begun }).catch(() => undefined);
      else this.#set(id, begun);
    } catch (fault) {
      this.#faulted(id, fault, afterBegin);
    } finally {
      this.#beginning.delete(id);
      this.#pump();
    }
  }

  async #send({ id }: Sending): Promise<void> {
    const sending = this.list.change(id, { phase: 'sending' });
    const file = await this.#readable(id);
    if (sending === undefined) return;
    if (file === null) {
      this.#set(id, { phase: 'waiting', hold: 'file' });
      return this.#pump();
    }
    const stop = new AbortController();
    this.#stops.set(id, stop);
    try {
      if (this.list.get(id)?.paused !== false) throw new DOMException('paused', 'AbortError');
      await this.#parts.line.send(sending, file, this.#teller(id), stop.signal);
      this.#arrived(id, sending.size_bytes);
    } catch (fault) {
      this.list.change(id, { phase: 'waiting', bytes_per_s: null });
      if (!stop.signal.aborted && this.list.get(id)?.paused === false) {
        this.#faulted(id, fault, (error, failures) => afterSend(error, failures, this.#anew.has(id)));
      }
    } finally {
      this.#stops.delete(id);
      this.#pump();
    }
  }

  #arrived(id: string, size_bytes: number): void {
    this.#files.delete(id);
    this.#set(id, {
      phase: 'checking',
      sent_bytes: size_bytes,
      bytes_per_s: null,
      ended_ms: this.#parts.nowMs(),
    });
    void this.#parts.store.dropFile(id);
    void this.look();
  }

  #teller(id: string): (sentBytes: number) => void {
    let marks: readonly PaceMark[] = [];
    return (sent_bytes) => {
      this.#failures.delete(id);
      marks = withMark(marks, { at_ms: this.#parts.nowMs(), bytes: sent_bytes });
      this.list.change(id, { sent_bytes, bytes_per_s: bytesPerSecond(marks) }, 'soon');
    };
  }

  /** The file, if the disk still has it; else the copy in the browser's store. */
  async #readable(id: string): Promise<File | null> {
    const file = await firstReadable([this.#files.get(id), await this.#parts.store.file(id)]);
    if (file !== null) this.#files.set(id, file);
    return file;
  }

  #faulted(id: string, fault: unknown, judge: typeof afterBegin): void {
    if (!(fault instanceof ApiError)) {
      reportError(fault);
      return this.#end(id, { phase: 'failed', fault: { code: 'page/fault', detail: '', entry: null } });
    }
    const failures = this.#failures.get(id) ?? 0;
    const verdict = judge(fault, failures);
    const { code } = fault;
    // A failure of the server itself has no reason that helps the user.
    const detail = fault.status >= 500 ? '' : fault.detail;
    if (verdict === 'failed') return this.#end(id, { phase: 'failed', fault: { code, detail, entry: null } });
    if (verdict === 'sign-in') return this.#set(id, { hold: 'sign-in' });
    if (verdict === 'anew') {
      this.#anew.add(id);
      return this.#set(id, { upload_url: null, capability: null, sent_bytes: 0 });
    }
    this.#failures.set(id, failures + 1);
    this.list.change(id, { hold: 'network' });
    setTimeout(() => {
      if (this.list.get(id)?.hold === 'network') this.list.change(id, { hold: null });
      this.#pump();
    }, retryAfterMs(failures));
  }

  /** Whether closing the page would lose bytes that exist nowhere else. */
  readonly wouldLose = (): boolean =>
    this.list.all().some((each) => isOpen(each) && !each.file_kept && each.hold !== 'file');
}
