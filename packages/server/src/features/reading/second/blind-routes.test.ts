/**
 * Tests that every route of one case that shows more than its signal records who saw the first reading, so that these
 * users cannot read it again.
 */
import { pathParameters, type Route } from '@rhythmdesk/contract/route';
import { routes } from '@rhythmdesk/contract/routes';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { shownReadings } from '../../../platform/db/schema/second-readings.ts';
import { refusalCode } from '../../../testing/test-reading.ts';
import { secondWorld } from '../../../testing/test-second.ts';

const shape = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });
const namesCase = ({ input }: Route): boolean =>
  'case_id' in shape.parse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })).properties;
const ofCase = Object.entries<Route>(routes).filter(
  ([, route]) => route.method === 'GET' && namesCase(route),
);

/** Lists leave hidden results out (`blind-results.test.ts`); tiles contain the signal alone. */
const withoutReading = ['cases', 'exportCases', 'tile', 'tiles'];
/** Routes that have nothing to show for this case, and those that its center may not use. */
const refused: Readonly<Record<string, string>> = {
  order: 'report/order-none',
  openPoints: 'object/not-found',
  patientPage: 'object/not-found',
  reportData: 'object/not-found',
  reportResults: 'object/not-found',
  signing: 'object/not-found',
  auditRows: 'auth/role-never',
  exportAudit: 'auth/role-never',
  readAgreement: 'auth/role-never',
  partnerMessages: 'auth/role-never',
  healthLinks: 'auth/role-never',
};
/** The other inputs that a route requires. */
const queries: Readonly<Record<string, string>> = {
  tiles: 'tile=0.0.0',
  exportRecording: 'format=edf',
  beatLikeness: 'templates=0',
  reportDocument: 'language=en',
  reportPreview: 'language=en',
  reportResults: 'language=en',
  patientPage: 'language=en',
  casePhrases: 'language=en',
  proveReport: 'report_version=1',
};

test('every answer about a selected case with more than its signal adds a row to shown_readings', async () => {
  const world = await secondWorld();
  const { case_id } = await world.drawn();
  const pathOf = (name: string, { path }: Route): string => {
    const named = path.replace(':case_id', String(case_id)).replace(':version', '1');
    const whole = pathParameters(named).reduce((made, key) => made.replace(`:${key}`, '0'), named);
    const query = new URLSearchParams(queries[name]);
    if (named === path) query.set('case_id', String(case_id));
    return `${whole}?${query.toString()}`;
  };
  const found: Record<string, unknown> = {};
  for (const [at, [name, route]] of ofCase.entries()) {
    const { id, token } = await world.addUser(`asks${String(at)}`, 'CHIEF', world.center_id);
    const answer = await world.call(pathOf(name, route), token);
    const bytes = await answer.arrayBuffer();
    const shown = (await world.db.$count(shownReadings, eq(shownReadings.user_id, id))) > 0;
    found[name] =
      answer.status === 200 ? shown : refusalCode.parse(JSON.parse(Buffer.from(bytes).toString())).code;
  }
  const expected = ofCase.map(([name]) => [name, refused[name] ?? !withoutReading.includes(name)]);
  expect(found).toEqual(Object.fromEntries(expected));
});
