/** Tests which SMART scopes are granted, and what each of them allows. */
import { expect, test } from 'vitest';
import {
  allowsFhir,
  fhirScopes,
  fhirScopesOf,
  grantedScopes,
  permissionsOfScopes,
  registeredOf,
} from './fhir-scopes.ts';

test('a request gets the registered scopes that it names, in the forms of SMART 1 and 2', () => {
  const registered = ['system/Patient.rs', 'system/ServiceRequest.cu', 'system/Observation.rs'] as const;
  const granted = (requested: string) => grantedScopes(registered, requested);
  expect(granted('system/*.rs')).toEqual(['system/Patient.rs', 'system/Observation.rs']);
  expect(granted('system/*.*')).toEqual([...registered]);
  expect(granted('system/Observation.read')).toEqual(['system/Observation.rs']);
  expect(granted('system/Observation.r system/ServiceRequest.c')).toEqual([
    'system/ServiceRequest.c',
    'system/Observation.r',
  ]);
  expect(granted('system/Observation.write system/Task.rs user/Patient.rs openid')).toEqual([]);
  expect(granted('system/Observation.sr system/Observation.')).toEqual([]);
});

test('a scope allows its interactions with its type and nothing else', () => {
  const scopes = ['system/Observation.r', 'system/ServiceRequest.cu'];
  expect(allowsFhir(scopes, 'Observation', 'r')).toBe(true);
  expect(allowsFhir(scopes, 'Observation', 's')).toBe(false);
  expect(allowsFhir(scopes, 'Patient', 'r')).toBe(false);
  expect(allowsFhir(scopes, 'ServiceRequest', 'u')).toBe(true);
  expect(allowsFhir(scopes, 'ServiceRequest', 'r')).toBe(false);
});

test('a token has the permissions of its scopes', () => {
  expect(permissionsOfScopes(registeredOf(['system/Observation.r']))).toEqual(['case.read', 'file.report']);
  expect(permissionsOfScopes(registeredOf(['system/ServiceRequest.c']))).toEqual([
    ...['case.read', 'case.create', 'case.edit_patient', 'case.close'],
  ]);
});

test('a kind of institution is offered the scopes of its role', () => {
  expect(fhirScopesOf('hospital')).toEqual(fhirScopes);
  expect(fhirScopesOf('team')).toEqual([]);
  expect(fhirScopesOf('logistics')).not.toContain('system/Observation.rs');
});
