/**
 * Ends a connection through which nothing comes any more, as a firewall or a failed machine leaves it: without this, it
 * would stay open for hours, and its owner would wait for messages that cannot arrive.
 */
import type { Client } from 'pg';
import { answersWithin } from './database-watch.ts';
import { streamOf } from './packets.ts';

export type SilenceTimes = {
  /** How often the connection is asked. */
  readonly everyMs: number;
  /** How long an answer may take. */
  readonly lateMs: number;
};

/** A busy database answers later than an idle one, and a connection that is lost by mistake costs more than a wait. */
const usual: SilenceTimes = { everyMs: 20_000, lateMs: 15_000 };

export function endWhenSilent(client: Client, { everyMs, lateMs }: SilenceTimes = usual): void {
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    if (!(await answersWithin(client, lateMs))) streamOf(client)?.destroy();
    isAsking = false;
  };
  const timer = setInterval(() => void ask(), everyMs).unref();
  client.once('end', () => clearInterval(timer));
}
