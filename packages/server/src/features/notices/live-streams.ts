/**
 * Runs the open event streams of this server and decides which events each receives. One connection to the database
 * listens for all streams. A message contains only ids; what is sent to a stream is decided here by the current state.
 *
 * Invariants: a case or an upload is named only to callers who have it in their scope; a stream ends as soon as its
 * session does; messages of one kind reach a stream in the order of their commits; changes committed between the page's
 * first load and the start of its stream are sent first; if something may have been missed anyway (a reconnecting page,
 * a broken listener), the stream sends `resync`.
 */
import { may } from '@rhythmdesk/domain/people/can';
import type { StreamEvent } from '@rhythmdesk/contract/notices';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import type { NotificationListener } from '../../platform/db/listener.ts';
import type { Caller, StillGood } from '../../platform/http/caller.ts';
import type { EventSink } from '../../platform/http/event-stream.ts';
import {
  liveChannel,
  liveMessage,
  type ChangeMessage,
  type LiveMessage,
} from '../../platform/live/publish.ts';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { badgeOf, notificationView, readNotifications } from './notifications.ts';
import { RecentMessages } from './recent-messages.ts';
import { caseScopeFacts, institutionScopeFacts, uploadScopeFacts, userScopeFacts } from './scope-facts.ts';
import { exportStates } from '@rhythmdesk/contract/export-states';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { exports } from '../../platform/db/schema/exports.ts';

const exportState = z.enum(exportStates);

/** Returns the progress of an export for its owner; null if it was deleted. */
async function exportProgress(db: Db, export_id: number) {
  const [found] = await db
    .select({ state: exports.state, rows_done: exports.rows_done, rows_total: exports.rows_total })
    .from(exports)
    .where(eq(exports.export_id, export_id));
  return found === undefined ? null : { export_id, ...found, state: exportState.parse(found.state) };
}

const streamsPerUser = 8;
const checkEveryMs = 20_000;

type OpenStream = {
  caller: Caller;
  readonly sink: EventSink;
  readonly language: Language;
  /** Number of events sent to this stream. A number for the whole server would reveal the activity of others. */
  sent: number;
  /** True once the events from before its start were sent. */
  isUpToDate: boolean;
};

type Change<Type extends ChangeMessage['type']> = Extract<ChangeMessage, { type: Type }>;

const streamsOf = (streams: Iterable<OpenStream>, user_id: number): OpenStream[] =>
  [...streams].filter(({ caller }) => caller.id === user_id);

export type LiveStreamDependencies = {
  readonly db: Db;
  readonly listener: NotificationListener;
  readonly stillGood: StillGood;
  readonly onFault: (fault: unknown) => void;
  readonly recent?: RecentMessages;
};

function parseMessage(payload: string): LiveMessage | null {
  try {
    return liveMessage.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

export class LiveStreams {
  readonly #dependencies: LiveStreamDependencies;
  readonly #open = new Set<OpenStream>();
  readonly #recent: RecentMessages;
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  #queue: Promise<void> = Promise.resolve();

  constructor(dependencies: LiveStreamDependencies) {
    this.#dependencies = dependencies;
    this.#recent = dependencies.recent ?? new RecentMessages();
    this.#stopListening = dependencies.listener.on(liveChannel, {
      onMessage: (payload) => this.#hear(payload),
      onGap: () => {
        this.#recent.forget();
        this.#tell([...this.#open], { type: 'resync' });
      },
    });
    this.#timer = setInterval(() => void this.#check([...this.#open]), checkEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopListening();
    for (const { sink } of [...this.#open]) sink.close();
  }

  /**
   * Adds a stream; returns the function that removes it. Checks again whether the session ended meanwhile.
   * @param unheard_ms age of the answers that the page already has, for which it had no stream yet
   */
  add(caller: Caller, language: Language, sink: EventSink, unheard_ms?: number): () => void {
    const missed = unheard_ms === undefined ? [] : this.#recent.since(unheard_ms);
    const isUpToDate = missed === null || missed.length === 0;
    const stream: OpenStream = { caller, language, sink, sent: 0, isUpToDate };
    const own = streamsOf(this.#open, caller.id);
    if (own.length >= streamsPerUser) own[0]?.sink.close();
    this.#open.add(stream);
    const isNew = sink.last_event_id === null && missed !== null;
    this.#tell([stream], { type: isNew ? 'hello' : 'resync' });
    if (!isUpToDate) this.#catchUp(stream, missed);
    void this.#check([stream]);
    return () => void this.#open.delete(stream);
  }

  /** Sends the events from before the stream's start; new events follow after them. */
  #catchUp(stream: OpenStream, missed: readonly ChangeMessage[]): void {
    this.#inOrder(async () => {
      try {
        for (const message of missed) if (this.#open.has(stream)) await this.#pass(message, [stream]);
      } finally {
        stream.isUpToDate = true;
      }
    });
  }

  #inOrder(work: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(() => inScope(everything, work))
      .catch((fault: unknown) => {
        this.#tell([...this.#open], { type: 'resync' });
        this.#dependencies.onFault(fault);
      });
  }

  #tell(streams: readonly OpenStream[], event: StreamEvent): void {
    for (const stream of streams) {
      stream.sent += 1;
      stream.sink.send(event, String(stream.sent));
    }
  }

  /** Ends the streams whose session has ended, and updates the callers of the others. */
  async #check(streams: readonly OpenStream[]): Promise<void> {
    for (const stream of streams) {
      const { token_hash } = stream.caller.session;
      try {
        const caller = await this.#dependencies.stillGood(token_hash);
        if (caller === null) stream.sink.close();
        else stream.caller = caller;
      } catch (fault) {
        stream.sink.close();
        this.#dependencies.onFault(fault);
      }
    }
  }

  #hear(payload: string): void {
    const message = parseMessage(payload);
    if (message === null) return this.#dependencies.onFault(new Error('a live message of unknown shape'));
    // Runs in order, so that a stream of a former scope receives nothing after its end.
    if (message.type === 'revoked')
      return this.#inOrder(() => this.#check(streamsOf(this.#open, message.user_id)));
    this.#recent.keep(message);
    if (this.#open.size === 0) return;
    this.#inOrder(() => {
      const streams = [...this.#open].filter(({ isUpToDate }) => isUpToDate);
      return this.#pass(message, streams);
    });
  }

  async #pass(message: ChangeMessage, streams: readonly OpenStream[]): Promise<void> {
    if (message.type === 'case') return this.#passCase(message, streams);
    if (message.type === 'reading') return this.#passReading(message, streams);
    if (message.type === 'upload') return this.#passUpload(message, streams);
    if (message.type === 'institution') return this.#passInstitution(message, streams);
    if (message.type === 'user') return this.#passUser(message, streams);
    if (message.type === 'export') return this.#passExport(message, streams);
    if (message.type === 'notifications') return this.#passNotifications(message, streams);
    return this.#passBadge(message, streams);
  }

  async #passBadge({ user_id }: Change<'badge'>, streams: readonly OpenStream[]): Promise<void> {
    const own = streamsOf(streams, user_id);
    if (own.length === 0) return;
    this.#tell(own, { type: 'badge', noti_count: await badgeOf(this.#dependencies.db, user_id) });
  }

  async #passNotifications(written: Change<'notifications'>, streams: readonly OpenStream[]): Promise<void> {
    const listening = new Set(streams.map(({ caller }) => caller.id));
    const rows = await readNotifications(this.#dependencies.db, written, [...listening]);
    for (const { row, noti_count } of rows) {
      for (const stream of streamsOf(streams, row.user_id)) {
        const notification = notificationView(row, stream.language);
        this.#tell([stream], { type: 'notification', notification, noti_count });
      }
    }
  }

  async #passExport({ export_id, user_id }: Change<'export'>, streams: readonly OpenStream[]): Promise<void> {
    const own = streamsOf(streams, user_id);
    if (own.length === 0) return;
    const found = await exportProgress(this.#dependencies.db, export_id);
    if (found !== null) this.#tell(own, { type: 'export', ...found });
  }

  async #passReading(event: Change<'reading'>, streams: readonly OpenStream[]): Promise<void> {
    const facts = await caseScopeFacts(this.#dependencies.db, event.case_id);
    if (facts === null) return;
    const readers = streams.filter(({ caller }) => may('case', caller.actor, 'recording.read', facts));
    this.#tell(readers, event);
  }

  async #passCase(event: Change<'case'>, streams: readonly OpenStream[]): Promise<void> {
    const facts = await caseScopeFacts(this.#dependencies.db, event.case_id);
    if (facts === null) return;
    const readers = streams.filter(({ caller }) => may('case', caller.actor, 'case.read', facts));
    this.#tell(readers, event);
  }

  async #passInstitution(event: Change<'institution'>, streams: readonly OpenStream[]): Promise<void> {
    const facts = await institutionScopeFacts(this.#dependencies.db, event.id);
    if (facts === null) return;
    const administrators = streams.filter(({ caller }) =>
      may('institution', caller.actor, 'institution.administer', facts),
    );
    this.#tell(administrators, event);
  }

  async #passUser(event: Change<'user'>, streams: readonly OpenStream[]): Promise<void> {
    const facts = await userScopeFacts(this.#dependencies.db, event.id);
    if (facts === null) return;
    const administrators = streams.filter(({ caller }) => may('user', caller.actor, 'user.list', facts));
    this.#tell(administrators, event);
  }

  async #passUpload(event: Change<'upload'>, streams: readonly OpenStream[]): Promise<void> {
    const facts = await uploadScopeFacts(this.#dependencies.db, event.upload_id);
    if (facts === null) return;
    const readers = streams.filter(({ caller }) => may('upload', caller.actor, 'upload.history', facts));
    this.#tell(readers, event);
  }
}
