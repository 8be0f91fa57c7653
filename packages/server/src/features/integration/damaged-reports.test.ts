/** Tests that a report whose file is damaged delays no other, and that a store that is away loses none. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partners } from '../../platform/db/schema/partners.ts';
import { FileFault, type FileFaultCode } from '../../platform/files/file-store.ts';
import { sendMessages } from './send-messages.ts';
import { startHl7 } from './test-hl7.ts';

let hl7: Awaited<ReturnType<typeof startHl7>>;
beforeAll(async () => {
  hl7 = await startHl7();
});
afterAll(() => hl7.receiver.stop());

/** Adds the only active partner, for which two reports are released. */
async function withTwoReports(their_application: string): Promise<number> {
  const partner_id = await hl7.addPartner({ their_application }, { takes_orders: false });
  await hl7.world.db.update(partners).set({ active: false });
  await hl7.world.db.update(partners).set({ active: true }).where(eq(partners.partner_id, partner_id));
  for (let at = 0; at < 2; at += 1) await hl7.world.caseIn('complete');
  return partner_id;
}

/** Sends what waits; with a code, the first file has a fault. */
function send(partner_id: number, code?: FileFaultCode) {
  const faults = code === undefined ? [] : [new FileFault(code, 'x')];
  const whole = (): Promise<Buffer> => {
    const fault = faults.pop();
    return fault === undefined ? Promise.resolve(Buffer.from('%PDF-1.7')) : Promise.reject(fault);
  };
  const { db, platform } = hl7.world;
  const sending = { db, clock: platform.clock, identity: () => Promise.resolve(null), files: { whole } };
  const limits = { retry_ms: 3_600_000, timeout_ms: 60_000 };
  return sendMessages({ ...sending, ...limits }, partner_id, { signal: new AbortController().signal });
}

test('a report whose file is damaged is refused by itself, and can be sent again', async () => {
  const partner_id = await withTwoReports('DAMAGED');
  expect(await send(partner_id, 'files/damaged')).toEqual({ acknowledged: 1, refused: 1, failed: 0 });
  expect(await hl7.messagesOf(partner_id)).toMatchObject([
    { state: 'refused', fault: 'unfit', fault_detail: 'a stored file is damaged' },
    { state: 'acknowledged' },
  ]);
  const path = `integration/partners/${String(partner_id)}/again`;
  await hl7.world.call(path, hl7.world.person('manager').token, { method: 'POST', body: {} });
  expect(await send(partner_id)).toEqual({ acknowledged: 1, refused: 0, failed: 0 });
});

test('while the store of files is away, every report waits', async () => {
  const partner_id = await withTwoReports('AWAY');
  await expect(send(partner_id, 'files/away')).rejects.toBeInstanceOf(FileFault);
  expect(await hl7.messagesOf(partner_id)).toMatchObject([
    { state: 'waiting', attempts: 0 },
    { state: 'waiting', attempts: 0 },
  ]);
});
