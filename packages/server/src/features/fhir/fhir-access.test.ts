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
  for (const [name, { path, allow }] of table) {
    const { status } = await fhir(path.replace(':id', '1'), null);
    expect([name, status]).toEqual([name, allow === 'anyone' ? 200 : 401]);
  }
});

test('a role without the permission gets 403, and no other role does', async () => {
  for (const [name, { path, allow }] of table) {
    if (allow === 'anyone') continue;
    for (const { name: who, role_key, token } of world.people.values()) {
      const { status } = await fhir(path.replace(':id', nobodys), token);
      const never = permissions[allow][role_key] === '-';
      expect([name, who, status === 403]).toEqual([name, who, never]);
    }
  }
});

test('a case is read and found by those who see it, and is missing for all others', async () => {
  for (const [name, { path, allow }] of table) {
    if (allow === 'anyone') continue;
    const sees = allow === 'file.report' ? seesReport : seesCase;
    const isSearch = !path.includes(':id');
    const id = path.startsWith('Binary') ? `${String(case_id)}-1` : String(case_id);
    for (const { name: who, role_key, token } of world.people.values()) {
      if (permissions[allow][role_key] === '-') continue;
      const { status, body } = await fhir(path.replace(':id', id), token);
      const shows = isSearch ? JSON.stringify(body).includes(`/${String(case_id)}"`) : status === 200;
      // These cases have a report without data, so they have no Observation. An administrator searches no reports.
      const isEmpty =
        path.startsWith('Observation') || (isSearch && who === 'admin' && allow === 'file.report');
      // Their report is a row without a file.
      if (path.startsWith('Binary') && sees.has(who))
        expect([name, who, status]).not.toEqual([name, who, 200]);
      else expect([name, who, shows]).toEqual([name, who, sees.has(who) && !isEmpty]);
    }
  }
});
