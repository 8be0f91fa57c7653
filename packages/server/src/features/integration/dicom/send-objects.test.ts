/** Tests how reports are sent to a PACS: objects, sign-in, answers, attempts, the ledger, and who may change it. */
import { ledgerRoutes } from '@rhythmdesk/contract/ledger';
import { routes } from '@rhythmdesk/contract/routes';
import { parseDicom } from '@rhythmdesk/ecg/formats/dicom-bytes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../../platform/db/schema/cases.ts';
import { partnerCredentials } from '../../../platform/db/schema/partners.ts';
import { FileFault, type FileFaultCode } from '../../../platform/files/file-store.ts';
import { networkList, systemResolve } from '../../../platform/webhooks/connect-guard.ts';
import { passTimeLimit } from '../../../platform/test-time-limit.ts';
import { reportedCase } from '../../../testing/test-reported.ts';
import { startPacs, type Stored } from './test-pacs.ts';

let pacs: Awaited<ReturnType<typeof startPacs>>;
beforeAll(async () => {
  pacs = await startPacs();
});
afterAll(async () => {
  pacs.server.close();
  await pacs.world.close();
});

const uidsOf = ({ objects }: Stored): string[] =>
  objects.map((bytes) => {
    const set = parseDicom(bytes)?.set;
    return new TextDecoder().decode(set?.bytes('00080018') ?? new Uint8Array()).replace(/\0+$/, '');
  });
const sequence = (uids: readonly string[], reason?: number) => ({
  vr: 'SQ',
  Value: uids.map((uid) => ({
    '00081155': { vr: 'UI', Value: [uid] },
    ...(reason === undefined ? {} : { '00081197': { vr: 'US', Value: [reason] } }),
  })),
});
const accept = (stored: Stored) => ({
  status: 200,
  body: JSON.stringify({ '00081199': sequence(uidsOf(stored)) }),
});

test('a released report is sent once with its strips, and acknowledged when the PACS names each', async () => {
  const { partner_id } = await pacs.only();
  const case_id = await pacs.release();
  pacs.played.answerOf = accept;
  expect(await pacs.send(partner_id)).toEqual({ acknowledged: 1, refused: 0, failed: 0 });
  expect(await pacs.send(partner_id)).toEqual({ acknowledged: 0, refused: 0, failed: 0 });
  const [stored] = pacs.played.stored;
  if (stored === undefined) throw new Error('nothing was stored');
  expect([pacs.played.stored.length, stored.url, stored.headers.authorization]).toEqual([
    ...[1, '/dicom-web/studies'],
    undefined,
  ]);
  expect(stored.objects.map((bytes) => parseDicom(bytes)?.flaws())).toEqual([[], []]);
  const download = await pacs.world.call(
    `case/case/${String(case_id)}/report/dicom`,
    pacs.world.person('doctor').token,
  );
  expect(stored.objects[0]?.equals(Buffer.from(await download.arrayBuffer()))).toBe(true);
  const [message] = await pacs.messagesOf(partner_id);
  expect(message).toMatchObject({ state: 'acknowledged', attempts: 1, case_id, report_version: 1 });
  for (const uid of uidsOf(stored)) expect(message?.payload).toContain(uid);
});

test('the recording is sent too if the settings ask for it, and no strips if they do not', async () => {
  const { partner_id } = await pacs.only({ strips: false, recording: true });
  await pacs.release();
  expect(await pacs.send(partner_id)).toMatchObject({ acknowledged: 1 });
  expect(pacs.played.stored[0]?.objects.map(({ length }) => length > 60_000)).toEqual([false, true]);
});

test('a report whose signal is damaged is refused by itself; while the store is away, it waits', async () => {
  const { partner_id } = await pacs.only({ strips: false, recording: true });
  await pacs.release();
  const { files } = pacs.world.platform;
  const withFault = (code: FileFaultCode) => ({
    whole: (sha256: string) => files.whole(sha256),
    read: () => Promise.reject(new FileFault(code, 'x')),
  });
  await expect(pacs.send(partner_id, { files: withFault('files/away') })).rejects.toBeInstanceOf(FileFault);
  expect(await pacs.messagesOf(partner_id)).toMatchObject([{ state: 'sent', attempts: 0 }]);
  expect(await pacs.send(partner_id, { files: withFault('files/damaged') })).toMatchObject({ refused: 1 });
  expect(await pacs.messagesOf(partner_id)).toMatchObject([
    { state: 'refused', fault: 'unfit', fault_detail: 'a stored file is damaged' },
  ]);
});

test('secrets are sealed, sent, and never returned', async () => {
  for (const [sign_in, user, expected] of [
    ['basic', 'rhythm', `Basic ${Buffer.from('rhythm:pässword').toString('base64')}`],
    ['bearer', '', 'Bearer token-1'],
  ] as const) {
    const secret = sign_in === 'basic' ? 'pässword' : 'token-1';
    const { partner_id } = await pacs.only({ sign_in, user }, secret);
    await pacs.release();
    await pacs.send(partner_id);
    expect(pacs.played.stored[0]?.headers.authorization).toBe(expected);
    const [kept] = await pacs.world.db
      .select()
      .from(partnerCredentials)
      .where(eq(partnerCredentials.partner_id, partner_id));
    expect(kept?.sealed.includes(secret)).toBe(false);
    expect(await (await pacs.ask('partners', 'admin')).text()).not.toContain(secret);
  }
});

test('a stored secret stays for its host only', async () => {
  const sign_in = { sign_in: 'basic', user: 'rhythm' };
  const { partner_id } = await pacs.only(sign_in, 'secret');
  const change = async (version: number, changes: Record<string, unknown>, secret = '') => {
    const body = { version, ...pacs.bodyOf(changes, secret) };
    return (await pacs.ask(`pacs/${String(partner_id)}`, 'admin', 'PUT', body)).status;
  };
  expect(await change(1, { ...sign_in, strips: false })).toBe(200);
  expect(await change(2, { ...sign_in, url: 'http://127.0.0.2:80/dicom-web' })).toBe(422);
  expect(await change(2, { sign_in: 'bearer' })).toBe(422);
  expect(await change(2, { sign_in: 'bearer' }, 'a b')).toBe(422);
  expect(await change(2, { sign_in: 'basic' }, 'secret')).toBe(422);
  expect(await change(2, { sign_in: 'bearer' }, 'token')).toBe(200);
  expect(await change(2, { sign_in: 'none' })).toBe(409);
  expect(await change(3, { sign_in: 'none' })).toBe(200);
  const left = await pacs.world.db
    .select()
    .from(partnerCredentials)
    .where(eq(partnerCredentials.partner_id, partner_id));
  expect(left).toEqual([]);
});

test('objects that the PACS refuses are named in its words, and are sent again as the same objects', async () => {
  const { partner_id } = await pacs.only();
  await pacs.release();
  pacs.played.answerOf = (stored) => {
    const [report = '', ...strips] = uidsOf(stored);
    const body = { '00081199': sequence([report]), '00081198': sequence(strips, 0x0122) };
    return { status: 202, body: JSON.stringify(body) };
  };
  expect(await pacs.send(partner_id)).toEqual({ acknowledged: 0, refused: 1, failed: 0 });
  const [refused] = await pacs.messagesOf(partner_id);
  expect(refused).toMatchObject({
    ...{ state: 'refused', fault: 'refused' },
    fault_detail: 'HTTP 202 0122 SOP class not supported',
  });
  pacs.played.answerOf = accept;
  const again = await pacs.ask(`messages/${String(refused?.message_id)}/again`, 'manager', 'POST');
  expect(again.status).toBe(200);
  expect(await pacs.send(partner_id)).toMatchObject({ acknowledged: 1 });
  const [before, after] = pacs.played.stored;
  expect(after?.objects).toEqual(before?.objects);
  const path = `messages/${String(refused?.message_id)}?reason=support`;
  const opened = routes.partnerMessage.output.parse(await (await pacs.ask(path, 'admin')).json());
  expect(opened.segments?.[0]?.fields[0]?.value).toContain('"sop_instance"');
  expect(opened.reply?.[0]?.fields[0]?.value).toContain('HTTP 200');
});

test('a PACS that fails is tried again until the time of the message is over', async () => {
  const { partner_id } = await pacs.only();
  await pacs.release();
  let at = Date.now();
  const clock = { now: () => new Date(at) };
  pacs.played.answerOf = () => ({ status: 503 });
  for (let waited = 0; waited < 40; waited += 1) {
    await pacs.send(partner_id, { clock });
    const [message] = await pacs.messagesOf(partner_id);
    if (message?.state === 'dead') break;
    at = message?.next_attempt_at?.getTime() ?? at;
  }
  const [message] = await pacs.messagesOf(partner_id);
  expect(message).toMatchObject({ state: 'dead', fault: 'status', fault_detail: 'HTTP 503' });
  expect(new Set(pacs.played.stored.map((stored) => uidsOf(stored).join())).size).toBe(1);
});

test('without sign-in one message is tried for all; a redirect is not followed', async () => {
  const { partner_id } = await pacs.only();
  await pacs.release();
  await pacs.release();
  pacs.played.answerOf = () => ({ status: 401 });
  expect(await pacs.send(partner_id)).toEqual({ acknowledged: 0, refused: 0, failed: 1 });
  expect(await pacs.messagesOf(partner_id)).toMatchObject([
    { state: 'waiting', fault: 'credentials' },
    { state: 'waiting', fault: null },
  ]);
  for (const location of [
    `${pacs.url}/other`,
    pacs.url.replace('127.0.0.1', '127.0.0.9'),
    'http://169.254.169.254/',
  ]) {
    const moved = await pacs.only();
    await pacs.release();
    pacs.played.answerOf = () => ({ status: 308, location });
    expect(await pacs.send(moved.partner_id)).toMatchObject({ failed: 1 });
    expect(pacs.played.stored.map(({ url }) => url)).toEqual(['/dicom-web/studies']);
    expect(await pacs.messagesOf(moved.partner_id)).toMatchObject([
      { state: 'waiting', fault_detail: 'HTTP 308' },
    ]);
  }
});

test('a PACS that does not answer, or leaves, delays the report, and a later attempt stores it', async () => {
  const { partner_id } = await pacs.only();
  await pacs.release();
  let at = Date.now();
  const clock = { now: () => new Date(at) };
  pacs.played.answerOf = () => null;
  const inVain = () => pacs.send(partner_id, { clock });
  // More time is given for larger objects.
  const longest_ms = 2 * pacs.timeout_ms;
  const isSent = () => pacs.played.stored.length === 1;
  expect(await passTimeLimit(inVain, isSent, longest_ms)).toMatchObject({ value: { failed: 1 } });
  expect(await pacs.messagesOf(partner_id)).toMatchObject([{ state: 'waiting', fault: 'no-answer' }]);
  at += 60_000;
  pacs.played.answerOf = () => 'leave';
  expect(await pacs.send(partner_id, { clock })).toMatchObject({ failed: 1 });
  expect(await pacs.messagesOf(partner_id)).toMatchObject([
    { fault: 'no-answer', fault_detail: 'ECONNRESET' },
  ]);
  at += 3_600_000;
  pacs.played.answerOf = accept;
  expect(await pacs.send(partner_id, { clock })).toMatchObject({ acknowledged: 1 });
  const [first, second, third] = pacs.played.stored;
  expect([second?.objects, third?.objects]).toEqual([first?.objects, first?.objects]);
});

test('an address that the settings do not allow is not called, also if a name leads to it', async () => {
  const { partner_id } = await pacs.only();
  await pacs.release();
  const policy = { allowed: networkList([]), http: true, resolve: systemResolve };
  expect(await pacs.send(partner_id, { policy })).toMatchObject({ failed: 1 });
  const named = await pacs.only({ url: pacs.url.replace('127.0.0.1', 'localhost') });
  await pacs.release();
  expect(await pacs.send(named.partner_id, { policy })).toMatchObject({ failed: 1 });
  for (const one of [partner_id, named.partner_id])
    expect(await pacs.messagesOf(one)).toMatchObject([{ state: 'waiting', fault: 'address' }]);
  expect(pacs.played.stored).toEqual([]);
});

test('a report that DICOM cannot store is refused before it is sent', async () => {
  const { partner_id } = await pacs.only();
  const case_id = await pacs.release();
  await pacs.world.db.update(cases).set({ patient_id: 'P\\7' }).where(eq(cases.case_id, case_id));
  expect(await pacs.send(partner_id)).toMatchObject({ refused: 1 });
  expect(await pacs.messagesOf(partner_id)).toMatchObject([{ state: 'refused', fault: 'unfit' }]);
  expect(pacs.played.stored).toEqual([]);
});

test('the ledger counts the channel, and only administrators add a PACS', async () => {
  const { partner_id } = await pacs.only();
  await reportedCase(pacs.world, Buffer.from('%PDF-1.7'));
  expect(await pacs.send(partner_id)).toMatchObject({ acknowledged: 1 });
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
  const answer = await pacs.ask(`ledger?from_time=${today}&to_time=${today}&size=100`, 'manager');
  expect(JSON.stringify(ledgerRoutes.ledger.output.parse(await answer.json()))).toContain('"dicom"');
  const body = { hospital_id: pacs.hospital_id, ...pacs.bodyOf({}, '') };
  for (const { name } of pacs.world.people.values()) {
    if (name === 'admin') continue;
    const refused = await pacs.ask('pacs', name, 'POST', body);
    expect([name, refused.status]).toEqual([name, 403]);
  }
});
