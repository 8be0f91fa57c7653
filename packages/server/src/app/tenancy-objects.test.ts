/**
 * Tests objects without a case in their path for every user: files by number, spreadsheets, idempotency keys, event
 * streams.
 */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiBase } from '@rhythmdesk/contract/route';
import { routes } from '@rhythmdesk/contract/routes';
import { permissions } from '@rhythmdesk/domain/people/permissions';
import { caseFiles, cases } from '../platform/db/schema/cases.ts';
import { publish } from '../platform/live/publish.ts';
import { tenants } from '../testing/test-tenants.ts';
import type { Person } from '../testing/test-two-centers.ts';

let world: Awaited<ReturnType<typeof tenants>>;
let case_id: number;
let hn_id: string;
const nobodys = 999_999_999;
const listening = new AbortController();

beforeAll(async () => {
  world = await tenants();
  case_id = await world.caseIn('request');
  const [row] = await world.db.select().from(cases).where(eq(cases.case_id, case_id));
  hn_id = row?.hn_id ?? '';
  await world.giveReason(case_id);
});
afterAll(() => listening.abort());

/** The users who see the case, listed manually and not taken from the matrix that the server uses. */
const insiders = ['doctor', 'manager', 'technician', 'colleague', 'chief', 'center', 'distributer', 'admin'];
const outsiders = (): Person[] => [...world.people.values()].filter(({ name }) => !insiders.includes(name));

type Said = { readonly status: number; readonly body: string };

async function said(answer: Promise<Response>): Promise<Said> {
  const { status, text } = await answer.then(async (each) => ({
    status: each.status,
    text: await each.text(),
  }));
  return { status, body: text.replace(/"request_id":"[^"]*"/, '') };
}

test('outsiders get the same answer for a file by its number as for a missing one', async () => {
  const files = await world.db.select().from(caseFiles).where(eq(caseFiles.case_id, case_id));
  expect(files.length).toBeGreaterThan(0);
  for (const { file_id } of files) {
    for (const who of outsiders()) {
      const real = await said(world.call(`case/file/${String(file_id)}`, who.token));
      const none = await said(world.call(`case/file/${String(nobodys)}`, who.token));
      expect([who.name, real]).toEqual([who.name, none]);
      expect([who.name, [403, 404].includes(real.status)]).toEqual([who.name, true]);
    }
    expect((await world.call(`case/file/${String(file_id)}`, world.person('doctor').token)).status).not.toBe(
      404,
    );
  }
});

async function sheetText(bytes: Uint8Array): Promise<string> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  let text = '';
  for (const entry of await zip.getEntries()) {
    if (!entry.directory) text += new TextDecoder().decode(await entry.getData(new Uint8ArrayWriter()));
  }
  return text;
}

test('a spreadsheet of cases contains the case only for users who see it', async () => {
  const day = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const path = `case/export?from_time=${day(20)}&to_time=${day(-1)}`;
  for (const who of world.people.values()) {
    const answer = await world.call(path, who.token);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const never = permissions[routes.exportCases.allow][who.role_key] === '-';
    expect([who.name, answer.status]).toEqual([who.name, never ? 403 : 200]);
    const holds = !never && (await sheetText(bytes)).includes(hn_id);
    expect([who.name, holds]).toEqual([who.name, !never && insiders.includes(who.name)]);
  }
});

test('a stored response is not given to another user who sends its key', async () => {
  const headers = { 'idempotency-key': 'one-key-for-all' };
  const send = (who: Person, id: number) =>
    said(
      world.call(`case/case/${String(id)}/comments`, who.token, {
        ...{ method: 'POST', headers, body: { content: 'kept under the key' } },
      }),
    );
  const first = await send(world.person('doctor'), case_id);
  expect(first.status).toBe(201);
  expect(await send(world.person('doctor'), case_id)).toEqual(first);
  for (const who of outsiders()) {
    const real = await send(who, case_id);
    expect([who.name, [403, 404].includes(real.status)]).toEqual([who.name, true]);
    expect([who.name, real.body.includes('kept under')]).toEqual([who.name, false]);
  }
  expect((await send(world.person('technician'), case_id)).body).not.toBe(first.body);
});

/** Returns everything that a stream has sent so far. */
async function listen(who: Person): Promise<() => string> {
  const answer = await fetch(`${world.address}${apiBase}${routes.stream.path}`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal: listening.signal,
  });
  expect([who.name, answer.status]).toEqual([who.name, 200]);
  let text = '';
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<void> => {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      text += part.value;
  };
  read().catch(() => undefined);
  await expect.poll(() => text).toContain('"hello"');
  return () => text;
}

test('an event stream sends the case to users who see it, and to nobody else', async () => {
  const streams = new Map<string, () => string>();
  for (const who of world.people.values()) streams.set(who.name, await listen(who));
  expect((await world.act(case_id, 'assign-to-me', world.person('technician'))).status).toBe(200);
  const leaked = `"case_id":${String(case_id)},`;
  for (const name of ['doctor', 'technician', 'chief'])
    await expect.poll(() => streams.get(name)?.()).toContain(leaked);
  // Afterwards each stream gets an event of its own, so everything before it has arrived.
  for (const { id } of world.people.values())
    await world.db.transaction((tx) => publish(tx, { type: 'badge', user_id: id }));
  for (const who of outsiders()) {
    await expect.poll(() => streams.get(who.name)?.()).toContain('"badge"');
    const text = streams.get(who.name)?.() ?? '';
    expect([who.name, text.includes(leaked), text.includes(hn_id)]).toEqual([who.name, false, false]);
  }
});
