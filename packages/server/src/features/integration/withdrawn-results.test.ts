/** Tests that a correction tells the partner to delete the results that it no longer has. */
import { reportDocument } from '@rhythmdesk/contract/report-document';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { partnerMessages } from '../../platform/db/schema/partners.ts';
import { segmentsNamed } from '../../platform/hl7/hl7-message.ts';
import { queueResults } from '../../records/partners/queue-results.ts';
import { caseWithStrips } from '../../testing/test-strips.ts';
import { sendMessages } from './send-messages.ts';
import { parsed, startHl7 } from './test-hl7.ts';

let hl7: Awaited<ReturnType<typeof startHl7>>;
beforeAll(async () => {
  hl7 = await startHl7();
});
afterAll(async () => {
  await hl7.receiver.stop();
});

const signal = new AbortController().signal;

test('a correction deletes the results that only earlier reports had, also one whose deletion was not delivered', async () => {
  const partner_id = await hl7.addPartner({ their_application: 'GONE' }, { takes_orders: false });
  const { db, platform } = hl7.world;
  const sending = {
    ...{ db, clock: platform.clock, identity: () => Promise.resolve(null) },
    ...{ retry_ms: 3_600_000, timeout_ms: 60_000 },
    files: { whole: () => Promise.resolve(Buffer.from('%PDF-1.7')) },
  };
  const case_id = await caseWithStrips(hl7.world, Buffer.from('%PDF-1.7'), []);
  const [first] = await db.select().from(reportVersions).where(eq(reportVersions.case_id, case_id));
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  if (row === undefined || first === undefined) throw new Error('no report');
  const document = reportDocument.parse(first.document);
  const counts = [{ kind: 'vt', count: 2, seconds: 5 }];
  const found = { ...document, figures: { ...document.figures, counts } };
  for (const [at, written] of [found, document, document].entries()) {
    const report_version = at + 2;
    const released_at = new Date(Date.now() + 1000 * (at + 1));
    await db.insert(reportVersions).values({ ...first, report_version, released_at, document: written });
    const { hospital_id } = row;
    await db.transaction((tx) => queueResults(tx, { case_id, hospital_id, report_version }, released_at));
  }
  hl7.played.received.length = 0;
  const ofDeletion = and(eq(partnerMessages.partner_id, partner_id), eq(partnerMessages.report_version, 3));
  await db.update(partnerMessages).set({ state: 'dead', settled_at: new Date() }).where(ofDeletion);
  expect(await sendMessages(sending, partner_id, { signal })).toMatchObject({ acknowledged: 3 });
  const sent = hl7.played.received.map((text) => {
    const observations = segmentsNamed(parsed(text), 'OBX').map(({ fields }) => fields);
    return observations
      .filter((fields) => fields[3]?.includes('finding_vt'))
      .map((fields) => [fields[5], fields[11]]);
  });
  expect(sent).toEqual([[], [['2', 'C']], [['', 'D']]]);
});
