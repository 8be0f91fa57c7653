/**
 * Reads live updates: one event stream per browser and user, shared by its tabs.
 *
 * Each stream would use one of the browser's few connections, so the tabs of one user elect a leader by a Web Lock. The
 * leader reads `notification/stream` with fetch (the token stays in the header) and passes each event on by
 * BroadcastChannel. When the leader closes, the lock moves to the next tab, which continues reading. Its request says
 * for how long this tab may have missed events; the server first sends what changed in that time, or `resync`. After
 * any interruption a `resync` is emitted, since events may have been missed.
 */
import { apiBase } from '@rhythmdesk/contract/route';
import { type StreamEvent, streamEvent } from '@rhythmdesk/contract/notices';
import { createParser } from 'eventsource-parser';
import { retryDelayMs } from './retry-delay.ts';
import { browserAddress, ownName } from '../address/base-path.ts';

const silenceMs = 90_000;

type Listener = (event: StreamEvent) => void;
const listeners = new Set<Listener>();

/** Calls `listener` for every live event of this session, whichever tab received it. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A listener that fails keeps neither the others nor the stream from the next event. */
function notify(event: StreamEvent): void {
  for (const listener of [...listeners]) {
    try {
      listener(event);
    } catch (fault) {
      reportError(fault);
    }
  }
}

function asEvent(value: unknown): StreamEvent | undefined {
  const parsed = streamEvent.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function eventOf(text: string): StreamEvent | undefined {
  try {
    return asEvent(JSON.parse(text));
  } catch {
    return undefined;
  }
}

type EventStreamDependencies = {
  user_id: number;
  token: () => string | undefined;
  /** Called when the server refused the token. */
  refused: (token: string | undefined) => void;
};

type Sink = {
  signal: AbortSignal;
  heard: (event: StreamEvent) => void;
  /** When this tab began to cache responses, in milliseconds of `performance.now()`. */
  heldSince: number;
};

/** Reads one connection to its end. `false`: the server refused it, so it is not retried. */
async function readOnce(parts: EventStreamDependencies, sink: Sink, opened: () => void): Promise<boolean> {
  const token = parts.token();
  const quiet = new AbortController();
  let watchdog = setTimeout(() => quiet.abort(), silenceMs);
  try {
    const unheard_ms = Math.round(performance.now() - sink.heldSince);
    const response = await fetch(
      browserAddress(`${apiBase}notification/stream?unheard_ms=${String(unheard_ms)}`),
      {
        headers: { Accept: 'text/event-stream', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        signal: AbortSignal.any([sink.signal, quiet.signal]),
        cache: 'no-store',
      },
    );
    if (response.status === 401 || response.status === 403) {
      if (response.status === 403) parts.refused(token);
      return false;
    }
    if (!response.ok || !response.body) return true;
    opened();
    const parser = createParser({
      onEvent: ({ data }) => {
        const event = eventOf(data);
        if (event) sink.heard(event);
      },
    });
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => quiet.abort(), silenceMs);
      parser.feed(piece);
    }
    return true;
  } finally {
    clearTimeout(watchdog);
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function lead(parts: EventStreamDependencies, sink: Sink): Promise<void> {
  let failures = 0;
  while (!sink.signal.aborted) {
    try {
      const again = await readOnce(parts, sink, () => {
        if (failures > 0) sink.heard({ type: 'resync' });
        failures = 0;
      });
      if (!again) return;
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
    await wait(retryDelayMs(failures, Math.random()), sink.signal);
    failures += 1;
  }
}

/** Joins this tab to the stream of one signed-in user; returns the function that ends it. */
export function startEventStream(parts: EventStreamDependencies): () => void {
  const stop = new AbortController();
  const name = `rhythmdesk-live-${parts.user_id}`;
  const channel = new BroadcastChannel(ownName(name));
  channel.addEventListener('message', (message: MessageEvent<unknown>) => {
    const event = asEvent(message.data);
    if (event) notify(event);
  });
  const heard = (event: StreamEvent) => {
    channel.postMessage(event);
    notify(event);
  };
  const sink = { signal: stop.signal, heard, heldSince: performance.now() };
  const led =
    'locks' in navigator
      ? navigator.locks.request(ownName(name), { signal: stop.signal }, () => lead(parts, sink))
      : lead(parts, sink);
  led.catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return () => {
    stop.abort();
    channel.close();
  };
}
