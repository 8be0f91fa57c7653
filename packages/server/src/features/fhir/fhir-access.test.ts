/** Tests every route of the FHIR interface for every role in every place, as the tests of the API do. */
import { fhirRoutes } from '@rhythmdesk/contract/fhir';
import type { Route } from '@rhythmdesk/contract/route';
import { permissions } from '@rhythmdesk/domain/people/permissions';
import { beforeAll, expect, test } from 'vitest';
import { fhirReader } from '../../testing/test-fhir.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
let fhir: ReturnType<typeof fhirReader>;
let case_id: number;
const table = Object.entries<Route>(fhirRoutes);
const nobodys = '999999999';
/** A body that is refused, so that nothing is changed. */
const sentTo = (method: string) => (method === 'GET' ? {} : { method, body: {} });

beforeAll(async () => {
  world = await tenants();
  fhir = fhirReader(world.address);
  case_id = await world.caseIn('complete');
  await world.giveReason(case_id);
});

/** The users who see the case, listed by hand. */
const seesCase = new Set([
  ...['doctor', 'manager', 'technician', 'colleague', 'chief', 'center', 'distributer', 'admin'],
]);
const seesReport = new Set(['doctor', 'manager', 'technician', 'colleague', 'chief', 'center', 'admin']);

test('without a session every route but the CapabilityStatement is 401', async () => {
  for (const [name, { path, allow, method }] of table) {
    const { status } = await fhir(path.replace(':id', '1'), null, sentTo(method));
    expect([name, status]).toEqual([name, allow === 'anyone' ? 200 : 401]);
  }
});

test('a role without the permission gets 403, and no other role does', async () => {
  for (const [name, { path, allow, method }] of table) {
    if (allow === 'anyone') continue;
    const asked = [...world.people.values()].map(async ({ name: who, role_key, token }) => {
      const { status } = await fhir(path.replace(':id', nobodys), token, sentTo(method));
      expect([name, who, status === 403]).toEqual([name, who, permissions[allow][role_key] === '-']);
    });
    await Promise.all(asked);
  }
});

/** Asks a route about the case and returns whether its answer shows it. */
async function shows({ path }: Route, token: string): Promise<boolean> {
  const id = /^(Binary|DocumentReference)/.test(path) ? `${String(case_id)}-1` : String(case_id);
  const { status, body } = await fhir(path.replace(':id', id), token);
  return path.includes(':id') ? status === 200 : JSON.stringify(body).includes(`/${String(case_id)}"`);
}

test('a case is read and found by those who see it, and is missing for all others', async () => {
  for (const [name, route] of table) {
    const { path, allow, method } = route;
    if (allow === 'anyone' || method !== 'GET' || /^(Organization|Practitioner)/.test(path)) continue;
    const ofReport = allow === 'file.report';
    const sees = ofReport ? seesReport : seesCase;
    // The report of this case has no data, so it has no Observations, and no file. Its recorder is not known. Administrators search no reports.
    const isEmpty = /^(Observation|Binary|Device)/.test(path);
    const asked = [...world.people.values()].map(async ({ name: who, role_key, token }) => {
      if (permissions[allow][role_key] === '-') return;
      const isRefused = ofReport && who === 'admin' && !path.includes(':id');
      const expected = sees.has(who) && !isEmpty && !isRefused;
      expect([name, who, await shows(route, token)]).toEqual([name, who, expected]);
    });
    await Promise.all(asked);
  }
});

test('an order is changed by those who see its case and may change it, and is missing for all others', async () => {
  const order = { resourceType: 'ServiceRequest', id: String(case_id), intent: 'order', status: 'active' };
  const body = {
    ...order,
    subject: { reference: `Patient/${String(case_id)}` },
    note: [{ text: 'Changed' }],
  };
  for (const { name: who, token } of world.people.values()) {
    const { status } = await fhir(`ServiceRequest/${String(case_id)}`, token, { method: 'PUT', body });
    expect([who, status === 404]).toEqual([who, !seesCase.has(who)]);
    expect([who, status < 300]).toEqual([who, who === 'admin']);
  }
});
