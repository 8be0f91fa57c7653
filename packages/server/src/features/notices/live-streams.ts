/**
 * The open event streams of this server and what each of them hears. One connection to the database listens for all;
 * a message carries ids only, and what a stream is told is decided here from the state as it then is.
 *
 * Laws: a case or an upload is named only to callers in whose scope it lies; a stream ends as soon as its session
 * does; messages of one kind reach a stream in the order in which they were committed; where something may have been
 * missed (a reconnecting reader, a broken listener) the stream says `resync`.
 */
import { may } from '@rhythmdesk/domain/people/can';
import type { StreamEvent } from '@rhythmdesk/contract/notices';
import type { Db } from '../../platform/db/database.ts';
import { everything, inScope } from '../../platform/db/row-scope.ts';
import type { NotificationListener } from '../../platform/db/listener.ts';
import type { Caller, StillGood } from '../../platform/http/caller.ts';
import type { EventSink } from '../../platform/http/event-stream.ts';
import { liveChannel, liveMessage, type LiveMessage } from '../../platform/live/publish.ts';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { badgeOf, notificationView, readNotifications, type WrittenNotifications } from './notifications.ts';
import { exportProgress } from './export-progress.ts';
import { caseScopeFacts, institutionScopeFacts, uploadScopeFacts, userScopeFacts } from './scope-facts.ts';

const streamsPerUser = 8;
const checkEveryMs = 20_000;

type OpenStream = {
  caller: Caller;
  readonly sink: EventSink;
  readonly language: Language;
  /** How many events it was sent: a number of the whole server would tell how much happens elsewhere. */
  sent: number;
};

export type LiveStreamDependencies = {
  readonly db: Db;
  readonly listener: NotificationListener;
  readonly stillGood: StillGood;
  readonly onFault: (fault: unknown) => void;
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
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  #queue: Promise<void> = Promise.resolve();

  constructor(dependencies: LiveStreamDependencies) {
    this.#dependencies = dependencies;
    this.#stopListening = dependencies.listener.on(liveChannel, {
      onMessage: (payload) => this.#hear(payload),
      onGap: () => this.#tell([...this.#open], { type: 'resync' }),
    });
    this.#timer = setInterval(() => void this.#check([...this.#open]), checkEveryMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopListening();
    for (const { sink } of [...this.#open]) sink.close();
  }

  /** Adds a stream; returns what removes it. Looks once more whether the session ended meanwhile. */
  add(caller: Caller, language: Language, sink: EventSink): () => void {
    const stream: OpenStream = { caller, language, sink, sent: 0 };
    const own = this.#of(caller.id);
    if (own.length >= streamsPerUser) own[0]?.sink.close();
    this.#open.add(stream);
    this.#tell([stream], { type: sink.last_event_id === null ? 'hello' : 'resync' });
    void this.#check([stream]);
    return () => void this.#open.delete(stream);
  }

  #of(user_id: number): OpenStream[] {
    return [...this.#open].filter(({ caller }) => caller.id === user_id);
  }

  #tell(streams: readonly OpenStream[], event: StreamEvent): void {
    for (const stream of streams) {
      stream.sent += 1;
      stream.sink.send(event, String(stream.sent));
    }
  }

  /** Ends the streams whose session has ended, and reads the others' callers anew. */
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
    if (this.#open.size === 0) return;
    const message = parseMessage(payload);
    if (message === null) return this.#dependencies.onFault(new Error('a live message of unknown shape'));
    if (message.type === 'revoked') return void this.#check(this.#of(message.user_id));
    this.#queue = this.#queue
      .then(() => inScope(everything, () => this.#pass(message)))
      .catch((fault: unknown) => {
        this.#tell([...this.#open], { type: 'resync' });
        this.#dependencies.onFault(fault);
      });
  }

  async #pass(message: Exclude<LiveMessage, { type: 'revoked' }>): Promise<void> {
    if (message.type === 'case') return this.#passCase(message.case_id, message.version);
    if (message.type === 'reading') return this.#passReading(message);
    if (message.type === 'upload') return this.#passUpload(message.upload_id);
    if (message.type === 'institution') return this.#passInstitution(message.id, message.version);
    if (message.type === 'user') return this.#passUser(message.id, message.version);
    if (message.type === 'export') return this.#passExport(message.export_id, message.user_id);
    if (message.type === 'notifications') return this.#passNotifications(message);
    const streams = this.#of(message.user_id);
    if (streams.length === 0) return;
    this.#tell(streams, { type: 'badge', noti_count: await badgeOf(this.#dependencies.db, message.user_id) });
  }

  async #passNotifications(written: WrittenNotifications): Promise<void> {
    const listening = new Set([...this.#open].map(({ caller }) => caller.id));
    for (const { row, noti_count } of await readNotifications(this.#dependencies.db, written, [
      ...listening,
    ])) {
      for (const stream of this.#of(row.user_id)) {
        const notification = notificationView(row, stream.language);
        this.#tell([stream], { type: 'notification', notification, noti_count });
      }
    }
  }

  async #passExport(export_id: number, user_id: number): Promise<void> {
    const streams = this.#of(user_id);
    if (streams.length === 0) return;
    const found = await exportProgress(this.#dependencies.db, export_id);
    if (found !== null) this.#tell(streams, { type: 'export', ...found });
  }

  async #passReading(event: Extract<StreamEvent, { type: 'reading' }>): Promise<void> {
    const facts = await caseScopeFacts(this.#dependencies.db, event.case_id);
    if (facts === null) return;
    const streams = [...this.#open].filter(({ caller }) =>
      may('case', caller.actor, 'recording.read', facts),
    );
    this.#tell(streams, event);
  }

  async #passCase(case_id: number, version: number): Promise<void> {
    const facts = await caseScopeFacts(this.#dependencies.db, case_id);
    if (facts === null) return;
    const streams = [...this.#open].filter(({ caller }) => may('case', caller.actor, 'case.read', facts));
    this.#tell(streams, { type: 'case', case_id, version });
  }

  async #passInstitution(id: number, version: number): Promise<void> {
    const facts = await institutionScopeFacts(this.#dependencies.db, id);
    if (facts === null) return;
    const streams = [...this.#open].filter(({ caller }) =>
      may('institution', caller.actor, 'institution.administer', facts),
    );
    this.#tell(streams, { type: 'institution', id, version });
  }

  async #passUser(id: number, version: number): Promise<void> {
    const facts = await userScopeFacts(this.#dependencies.db, id);
    if (facts === null) return;
    const streams = [...this.#open].filter(({ caller }) => may('user', caller.actor, 'user.list', facts));
    this.#tell(streams, { type: 'user', id, version });
  }

  async #passUpload(upload_id: string): Promise<void> {
    const facts = await uploadScopeFacts(this.#dependencies.db, upload_id);
    if (facts === null) return;
    const streams = [...this.#open].filter(({ caller }) =>
      may('upload', caller.actor, 'upload.history', facts),
    );
    this.#tell(streams, { type: 'upload', upload_id });
  }
}
