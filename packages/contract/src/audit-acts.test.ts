/** Which routes stand in the audit log: each that touches patients, told by what it answers and by its permission. */
import { kindOfAct, repeatsItself } from '@rhythmdesk/domain/audit/acts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isJsonAnswer, type Route } from './route.ts';
import { routes } from './routes.ts';

const table = Object.entries<Route>(routes);

/** Fields that are about a patient, wherever they stand in an answer. */
const ofPatients = /"(patient_[a-z_]+|birth_date|birthday|hn_id|signed_name)":/;
/** Permissions on cases and what hangs on them. */
const onCases = /^(case|recording|file|agreement|upload)\./;

/**
 * Not of patients though they look so. Counts and names of senders; drafts hold what their own writer typed; the stream
 * tells that something changed, and its reader reads it by another route; by what a report would be signed is its center's.
 */
const without = new Set([
  'caseViews',
  'uploadSenders',
  'saveDraft',
  'readDraft',
  'listDrafts',
  'deleteDraft',
  'stream',
  'signing',
]);

function answersPatients({ output }: Route): boolean {
  return (
    isJsonAnswer(output) &&
    ofPatients.test(JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })))
  );
}

test('every route that touches patients says what it is in the audit log', () => {
  const touching = table.filter(
    ([name, route]) => !without.has(name) && (onCases.test(route.allow) || answersPatients(route)),
  );
  expect(touching.length).toBeGreaterThan(40);
  expect(touching.filter(([, { audit }]) => audit === 'none').map(([name]) => name)).toEqual([]);
});

/** Reading routes that take their secret in the body, since browsers and proxies store URLs. */
const readsBySecret = new Set(['readConsent']);

test('every change of a user or an institution does too, and only reads are not told again', () => {
  const changing = table.filter(
    ([, { method, allow }]) => method !== 'GET' && /^(user|institution|price)\./.test(allow),
  );
  expect(changing.length).toBeGreaterThan(6);
  expect(changing.filter(([, { audit }]) => audit === 'none').map(([name]) => name)).toEqual([]);
  const audited = table.flatMap(([name, { audit, method }]) =>
    audit === 'none' ? [] : [{ name, audit, method }],
  );
  for (const { name, audit, method } of audited) {
    if (method !== 'GET' && !readsBySecret.has(name))
      expect([name, kindOfAct(audit) === 'read']).toEqual([name, false]);
    if (repeatsItself(audit)) expect([name, kindOfAct(audit)]).toEqual([name, 'read']);
  }
});
