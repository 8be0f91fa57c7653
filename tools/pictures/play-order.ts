/**
 * Sends orders to the demo as a hospital's system, and completes the case of the last one, so that the ledger has
 * messages of every kind.
 */
import type { Client } from '@rhythmdesk/web/platform/client/client';
import { z } from 'zod';
import { demoPassword } from '../demo/demo-people.ts';
import { until } from '../faults/until.ts';
import type { DemoPartners } from '../partners/open-partners.ts';
import { signInTo } from '../partners/register-partners.ts';

/** Number of orders whose recordings have not arrived. */
const waitingOrders = 2;

/** Length of the sent recording. */
export const sentMinutes = 10;

const ordered = z.object({ hn_id: z.string() });

/** Lets the partners do what a button of their page does. */
async function press({ address }: DemoPartners, button: string): Promise<unknown> {
  const answer = await fetch(`${address}${button}`, { method: 'POST' });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function caseOf(client: Client, hn_id: string) {
  const { items } = await client.call('cases', { q: hn_id });
  const row = items.find((each) => each.hn_id === hn_id);
  if (row === undefined) throw new Error(`no case ${hn_id}`);
  return row;
}

/** Assigns, reads, verifies and completes the case with its device's report, as its people would. */
async function completeCase(origin: string, hn_id: string): Promise<void> {
  const technician = await signInTo(origin, 'demotechnician');
  const chief = await signInTo(origin, 'demochief');
  const { id: confirmer_id } = await chief.call('me', {});
  const now = async () => {
    const { case_id, version } = await caseOf(technician, hn_id);
    return { case_id, version };
  };
  const password = demoPassword;
  await technician.call('case/assign-to-me', await now());
  await technician.call('case/start', await now());
  const { case_id } = await now();
  await technician.call('recordCoverage', { case_id, minutes: [[0, sentMinutes]] });
  await technician.call('adoptReport', await now());
  await technician.call('case/review-request', await now());
  await technician.call('case/request-verification', { ...(await now()), confirmer_id });
  const open_words = 'A device’s report was adopted.';
  await chief.call('case/verify', { ...(await now()), password, open_words });
  await technician.call('case/complete', { ...(await now()), password });
}

export async function playOrders(origin: string, partners: DemoPartners): Promise<void> {
  for (let sent = 0; sent < waitingOrders; sent += 1) await press(partners, '/order');
  const { hn_id } = ordered.parse(await press(partners, '/order'));
  await press(partners, `/recording/${hn_id}`);
  const technician = await signInTo(origin, 'demotechnician');
  await until('the recording is analysed', async () => {
    const { status, ve_count } = await caseOf(technician, hn_id);
    return status === 'request' && ve_count !== null;
  });
  await completeCase(origin, hn_id);
  await until('the result is received', () =>
    partners.log.after(0).some(({ partner }) => partner === 'results'),
  );
}
