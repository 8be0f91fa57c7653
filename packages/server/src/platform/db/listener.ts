/**
 * Receives PostgreSQL's notifications on a separate connection and passes them to the listeners of a channel.
 *
 * The connection is reopened after it broke. Messages in between are lost, so every listener is notified of the gap and
 * reads its state again. A notification from a transaction arrives only once it is committed.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client, escapeIdentifier } from 'pg';
import { longestConnectMs, type ConnectionSettings, type Queryable } from './database.ts';
import { endWhenSilent, type SilenceTimes } from './silent-connection.ts';

const longestWaitMs = 5_000;
/** PostgreSQL refuses payloads of 8000 bytes and more. */
const payloadBytes = 7_999;

interface ChannelListener {
  onMessage: (payload: string) => void;
  /** The connection was interrupted: messages may have been missed. */
  onGap: () => void;
}

export interface NotificationListener {
  /** Listens to one of the channels named at the start. Returns a function that ends it. */
  on: (channel: string, listener: ChannelListener) => () => void;
  isConnected: () => boolean;
  close: () => Promise<void>;
}

/** Sends a message to a channel when the transaction commits. */
export async function notify(tx: Queryable, channel: string, payload: string): Promise<void> {
  if (Buffer.byteLength(payload) > payloadBytes) throw new Error(`A message on ${channel} is too long.`);
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
}

export interface ListenerOptions {
  connection: ConnectionSettings;
  channels: readonly string[];
  onFault: (fault: unknown) => void;
  /** When the connection counts as silent; for tests. */
  silence?: SilenceTimes;
}

/** Connects and returns the promise that settles when the connection ends. */
async function connectOnce(
  options: ListenerOptions,
  onMessage: (channel: string, payload: string) => void,
): Promise<{ client: Client; ended: Promise<unknown> }> {
  const client = new Client({
    ...options.connection,
    application_name: 'rhythmdesk listener',
    connectionTimeoutMillis: longestConnectMs,
    keepAlive: true,
  });
  const ended = new Promise<unknown>((resolve) => {
    client.once('error', resolve);
    client.once('end', () => resolve(null));
  });
  client.on('error', () => undefined);
  client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''));
  try {
    await client.connect();
    for (const channel of options.channels) await client.query(`listen ${escapeIdentifier(channel)}`);
  } catch (fault) {
    await client.end().catch(() => undefined);
    throw fault;
  }
  endWhenSilent(client, options.silence);
  return { client, ended };
}

/** Resolves once the first connection listens. */
export async function startListener(options: ListenerOptions): Promise<NotificationListener> {
  const messages = new EventEmitter().setMaxListeners(0);
  const gaps = new EventEmitter().setMaxListeners(0);
  const emit = (channel: string, payload: string) => void messages.emit(channel, payload);
  const closing = new AbortController();
  const isClosing = () => closing.signal.aborted;
  let live: Awaited<ReturnType<typeof connectOnce>> | null = await connectOnce(options, emit);

  const follow = async () => {
    for (let failures = 0; !isClosing();) {
      try {
        if (live === null) {
          live = await connectOnce(options, emit);
          for (const channel of options.channels) gaps.emit(channel);
        }
        failures = 0;
        if (isClosing()) break;
        const fault = await live.ended;
        if (fault !== null && !isClosing()) options.onFault(fault);
      } catch (fault) {
        failures += 1;
        options.onFault(fault);
      }
      live = null;
      const waitMs = Math.min(longestWaitMs, 100 * 2 ** failures);
      await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
    await live?.client.end().catch(() => undefined);
  };
  const following = follow();

  return {
    on: (channel, listener) => {
      messages.on(channel, listener.onMessage);
      gaps.on(channel, listener.onGap);
      return () => {
        messages.off(channel, listener.onMessage);
        gaps.off(channel, listener.onGap);
      };
    },
    isConnected: () => live !== null,
    close: async () => {
      closing.abort();
      await live?.client.end().catch(() => undefined);
      await following;
    },
  };
}
