/**
 * Tests which routes are recorded in the audit log: all that touch patients, recognised by their response and their
 * permission.
 */
import { kindOfAct, repeatsItself } from '@rhythmdesk/domain/audit/acts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isJsonAnswer, type Route } from './route.ts';
import { routes } from './routes.ts';

const table = Object.entries<Route>(routes);

/** Fields about a patient, anywhere in a response. */
const ofPatients = /"(patient_[a-z_]+|birth_date|birthday|hn_id|signed_name)":/;
/** Permissions for cases and the objects that belong to them. */
const onCases = /^(case|recording|file|agreement|upload)\./;

/**
 * Routes that match but contain no patient data. Counts and names of senders; drafts contain what their own author
 * typed; the stream only reports that something changed, which its reader then reads through another route; the
 * certificate that would sign a report belongs to its center.
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

test('every route about patients names its action in the audit log', () => {
  const touching = table.filter(
    ([name, route]) => !without.has(name) && (onCases.test(route.allow) || answersPatients(route)),
  );
  expect(touching.length).toBeGreaterThan(40);
  expect(touching.filter(([, { audit }]) => audit === 'none').map(([name]) => name)).toEqual([]);
});

/** Reading routes that receive their secret in the body, because browsers and proxies store URLs. */
const readsBySecret = new Set(['readConsent']);

test('every change of a user or an institution does so too, and only reads are not logged again', () => {
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
