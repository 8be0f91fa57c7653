/** Tests the bodies of webhooks against their JSON schemas, and the receiver of the documentation. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { webhookEvents, webhookSchema, webhookTypes } from '@rhythmdesk/domain/integration/webhook-events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../../platform/db/schema/cases.ts';
import { criticalFindings } from '../../../platform/db/schema/critical.ts';
import { startWebhooks } from './test-webhooks.ts';
import { freePort } from '../../../platform/test-ports.ts';

let hooks: Awaited<ReturnType<typeof startWebhooks>>;
beforeAll(async () => {
  hooks = await startWebhooks();
});
afterAll(async () => {
  hooks.server.close();
  await hooks.world.close();
});

const typed = z.object({ type: z.enum(webhookTypes), data: z.record(z.string(), z.unknown()) });

const schemaShape = z.custom<Parameters<typeof z.fromJSONSchema>[0]>();

/** Returns the bodies that were received, each valid by the schema of its type. */
function bodies() {
  return hooks.played.received.map(({ body }) => {
    const json: unknown = JSON.parse(body);
    const parsed = typed.parse(json);
    const schema = z.fromJSONSchema(schemaShape.parse(webhookSchema(parsed.type)));
    expect(schema.safeParse(json)).toMatchObject({ success: true });
    return parsed;
  });
}

async function openFinding(case_id: number): Promise<number> {
  const at = new Date();
  const [row] = await hooks.world.db
    .insert(criticalFindings)
    .values({
      ...{ case_id, rule: 'vt', kind: 'vt', start_sample: 0, end_sample: 100, start_ms: 0 },
      ...{ beats: 9, seconds: 3, places: [], analysis_version: 1, reading_sequence: 0 },
      ...{ settings_version: 0, deadline_minutes: 30, uploaded_at: at, found_at: at, due_at: at },
    })
    .returning();
  return row?.finding_id ?? 0;
}

/** Lets everything happen that webhooks report. */
async function happen(): Promise<void> {
  const { world } = hooks;
  const case_id = await world.caseIn('assigned');
  const finding = `critical/findings/${String(await openFinding(case_id))}/act`;
  const { token } = world.person('chief');
  for (const body of [{ act: 'confirm' }, { act: 'acknowledge', contact: 'Dr. Han', way: 'telephone' }])
    expect((await world.call(finding, token, { method: 'POST', body })).status).toBe(200);
  const edited = await world.caseIn('edit');
  const report = { version: await world.version(edited) };
  const adopt = `case/case/${String(edited)}/adopt-report`;
  await world.call(adopt, world.person('technician').token, { method: 'POST', body: report });
  const corrected = await world.act(edited, 'complete-editing', world.person('technician'));
  expect([corrected.status, await corrected.text()]).toMatchObject([200, expect.any(String)]);
  expect((await world.act(edited, 'close', world.person('doctor'))).status).toBe(200);
}

test('every event is sent with ids and links, and with results only if the settings ask for them', async () => {
  const { partner_id } = await hooks.only({ events: webhookEvents });
  await happen();
  await hooks.ask(`webhooks/${String(partner_id)}/test`, 'admin', 'POST');
  await hooks.send(partner_id);
  const sent = bodies();
  expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(webhookTypes));
  const text = hooks.played.received.map(({ body }) => body).join('\n');
  for (const secret of ['田中', '1954', 'results', '"vt"', 'because']) expect(text).not.toContain(secret);
  const released = sent.find(({ type }) => type === 'report.released');
  expect(released?.data['hospital_id']).toBe(hooks.hospital_id);
  expect(released?.data['pdf_link']).toMatch(/^https:\/\/desk\.example\/fhir\/R4\/Binary\/\d+-1$/);
});

test('with results a report has its rows of the table of results, and a critical finding its rule', async () => {
  const { partner_id } = await hooks.only({ events: webhookEvents, with_results: true });
  await happen();
  await hooks.world.db.update(cases).set({ technician_comment: 'Sinus rhythm' });
  await hooks.send(partner_id);
  const sent = bodies();
  expect(sent.find(({ type }) => type === 'report.released')?.data).toMatchObject({
    results: [{ code: 'conclusion', value: 'Sinus rhythm', unit: null }],
  });
  expect(sent.find(({ type }) => type === 'critical.confirmed')?.data).toMatchObject({ rule: 'vt' });
});

test('the receiver of the documentation accepts a signed message once, and refuses a changed one', async () => {
  const file = path.join(import.meta.dirname, '../../../../../../docs/integration.md');
  const [, program = ''] = /```js\n(\/\/ receiver[\s\S]*?)```/.exec(await readFile(file, 'utf8')) ?? [];
  const folder = await mkdtemp(path.join(tmpdir(), 'receiver-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}/`;
  const { partner_id, secret } = await hooks.only({ url });
  await writeFile(path.join(folder, 'receiver.mjs'), program);
  const receiver = spawn(process.execPath, [path.join(folder, 'receiver.mjs')], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines: string[] = [];
    createInterface({ input: receiver.stdout }).on('line', (line) => lines.push(line));
    await expect.poll(() => lines).toEqual(['listening']);
    await hooks.world.caseIn('complete');
    expect(await hooks.send(partner_id)).toMatchObject({ acknowledged: 1 });
    const [message] = await hooks.messagesOf(partner_id);
    const case_id = String(message?.case_id);
    await expect.poll(() => lines).toEqual(['listening', `report.released ${case_id}`]);
    const again = `messages/${String(message?.message_id)}/again`;
    expect((await hooks.ask(again, 'manager', 'POST')).status).toBe(200);
    expect(await hooks.send(partner_id)).toMatchObject({ acknowledged: 1 });
    expect(lines).toHaveLength(2);
    const replaced = await hooks.ask(`webhooks/${String(partner_id)}/secret`, 'admin', 'POST', {
      overlap_hours: 0,
    });
    expect(replaced.status).toBe(201);
    await hooks.ask(again, 'manager', 'POST');
    expect(await hooks.send(partner_id)).toMatchObject({ failed: 1 });
    expect((await hooks.messagesOf(partner_id))[0]?.fault_detail).toBe('HTTP 401');
  } finally {
    receiver.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
