/**
 * Simulates users who upload recordings and write comments without pause, and records what the server acknowledged,
 * which a backup, a crash or a failover must not lose.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSession } from '@rhythmdesk/server/features/people/sessions';
import { packZip, recordingFiles } from '@rhythmdesk/server/features/uploads/recording-zip';
import { synthRecording } from '@rhythmdesk/server/features/uploads/test-zip';
import { userGroups, users } from '@rhythmdesk/server/platform/db/schema/people';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { z } from 'zod';
import { beginUpload, sendPart, type Begun } from './tus-client.ts';

const session = { idle_minutes: 60, absolute_hours: 12 };
/** Pause between uploads, so that the server can check them in time. */
const betweenMs = 300;
const historyShape = z.object({ items: z.array(z.object({ case_id: z.number().nullable() })) });

export type Acknowledged = Begun & {
  readonly hn_id: string;
  readonly zip: Buffer;
  /** Number of bytes that the server has confirmed. */
  bytes: number;
  readonly trace_sha256: string;
  readonly comments: string[];
};

/** Adds a hospital with a doctor; returns the doctor's id. */
export async function addWriter(db: Db): Promise<number> {
  const [admin] = await db.insert(userGroups).values({ type: 'admin', name: 'Admin' }).returning();
  const [hospital] = await db.insert(userGroups).values({ type: 'hospital', name: 'Hospital' }).returning();
  const row = { password_hash: '', name: 'Person' };
  const boss = { ...row, user_id: 'writerboss', role_key: 'ADMIN', user_group_id: admin?.id ?? 0 };
  const nurse = { ...row, user_id: 'writer', role_key: 'DOCTOR', user_group_id: hospital?.id ?? 0 };
  const [, made] = await db.insert(users).values([boss, nurse]).returning();
  return made?.id ?? 0;
}

export async function signIn(db: Db, user_id: number): Promise<string> {
  return startSession(db, { user_id, ip: '127.0.0.1', user_agent: '' }, session, new Date());
}

export class Writers {
  readonly acknowledged: Acknowledged[] = [];
  readonly #address: string;
  readonly #token: string;
  readonly #seconds: number;
  #stopping = false;
  #next: number;
  #lanes: Promise<void>[] = [];
  readonly #fault = Promise.withResolvers<never>();

  /** `after`: the number of the last upload of writers before these. */
  constructor(address: string, token: string, seconds: number, after = 0) {
    this.#next = after;
    this.#address = address;
    this.#token = token;
    this.#seconds = seconds;
  }

  start(lanes: number): void {
    this.#lanes = Array.from({ length: lanes }, () => this.#write());
    for (const lane of this.#lanes) lane.catch((fault: unknown) => this.#fault.reject(fault));
    this.#fault.promise.catch(() => undefined);
  }

  /** Rejects once a write was refused. */
  get failed(): Promise<never> {
    return this.#fault.promise;
  }

  /** Waits for unfinished writes and throws the first error. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#lanes);
  }

  async #write(): Promise<void> {
    while (!this.#stopping) {
      await sleep(betweenMs);
      const number = (this.#next += 1);
      const upload = await this.#begin(`HN8${String(number).padStart(5, '0')}`, number);
      // Every third upload is sent only halfway.
      const end = number % 3 === 0 ? Math.floor(upload.zip.length / 2) : upload.zip.length;
      await this.#send(upload, end);
      await this.#commentOn(this.acknowledged[Math.floor(number / 8)]);
    }
  }

  async #begin(hn_id: string, seed: number): Promise<Acknowledged> {
    const files = await recordingFiles(synthRecording({ hn_id, seconds: this.#seconds, seed }));
    const zip = await packZip(files);
    const trace = files.find(({ name }) => name === 'TraceData.dat')?.bytes ?? Buffer.alloc(0);
    const begun = await beginUpload(this.#address, this.#token, { hn_id, bytes: zip.length });
    const upload: Acknowledged = {
      hn_id,
      ...begun,
      zip,
      bytes: 0,
      trace_sha256: createHash('sha256').update(trace).digest('hex'),
      comments: [],
    };
    this.acknowledged.push(upload);
    return upload;
  }

  async #send(upload: Acknowledged, end: number): Promise<void> {
    const answer = await sendPart(this.#address, upload, 0, upload.zip.subarray(0, end));
    if (answer.status !== 204) throw new Error(await answer.text());
    upload.bytes = end;
  }

  async #commentOn(upload: Acknowledged | undefined): Promise<void> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    if (upload === undefined) return;
    const found = await fetch(`${this.#address}/api/v1/upload/history?q=${upload.hn_id}`, { headers });
    if (!found.ok) throw new Error(await found.text());
    const case_id = historyShape.parse(await found.json()).items[0]?.case_id ?? null;
    if (case_id === null) return;
    const content = `comment ${String(upload.comments.length)} on ${upload.hn_id}`;
    const answer = await fetch(`${this.#address}/api/v1/case/case/${String(case_id)}/comments`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ content }),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    upload.comments.push(content);
  }
}
