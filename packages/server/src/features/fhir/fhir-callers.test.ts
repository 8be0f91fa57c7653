/** Tests what an API key and a possible second reader get from the FHIR interface. */
import { apiKeyRoutes } from '@rhythmdesk/contract/api-keys';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { shownReadings } from '../../platform/db/schema/second-readings.ts';
import { fhirReader, validFhir } from '../../testing/test-fhir.ts';
import { institutionWorld } from '../../testing/test-institutions.ts';
import { secondWorld } from '../../testing/test-second.ts';

test('a key reads the resources of its scopes, and an outcome says what it lacks', async () => {
  const world = await institutionWorld();
  const fhir = fhirReader(world.address);
  const case_id = await world.caseIn('complete');
  const hospital = await world.idOf('Hospital');
  const keyWith = async (scopes: readonly string[]): Promise<string> => {
    const body = { name: 'Ward system', scopes, days: 30 };
    const made = await world.ask('admin', 'POST', `user/usergroup/${String(hospital)}/keys`, body);
    return apiKeyRoutes.createApiKey.output.parse(made.body).secret;
  };
  const reads = await keyWith(['case.read']);
  const id = String(case_id);
  expect((await fhir(`Patient/${id}`, reads)).status).toBe(200);
  const refused = await fhir(`DiagnosticReport/${id}`, reads);
  expect([refused.status, validFhir(refused.body)]).toMatchObject([
    403,
    { issue: [{ code: 'forbidden', details: { coding: [{ code: 'auth/key-scope' }] } }] },
  ]);
  const reports = await keyWith(['file.report']);
  expect((await fhir(`DiagnosticReport/${id}`, reports)).status).toBe(200);
});

test('a possible second reader finds no report by a search, and is recorded as having seen one that is read', async () => {
  const world = await secondWorld();
  const fhir = fhirReader(world.address);
  const { case_id } = await world.drawn();
  const { id, token } = world.chief;
  const seen = () => world.db.$count(shownReadings, eq(shownReadings.user_id, id));
  const search = async () => JSON.stringify((await fhir('DiagnosticReport', token)).body);
  expect(await search()).not.toContain(`DiagnosticReport/${String(case_id)}`);
  expect(await seen()).toBe(0);
  expect((await fhir(`DiagnosticReport/${String(case_id)}`, token)).status).toBe(200);
  expect(await seen()).toBe(1);
  expect(await search()).toContain(`DiagnosticReport/${String(case_id)}`);
});
