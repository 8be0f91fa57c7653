/**
 * Defines the SMART scopes that a program of an institution may have, and the permissions that each of them needs. A
 * scope names a type of resource and interactions in the order of SMART 2: create, read, update, search.
 *
 * Invariant: a token may call an interaction of the FHIR interface only if one of its scopes names both.
 */
import { keyRole, completeScopes, type KeyScope } from './api-keys.ts';
import { can } from './can.ts';
import type { GroupType } from './roles.ts';

const ofCase = [
  'system/Patient.rs',
  'system/ServiceRequest.rs',
  'system/Task.rs',
  'system/Device.rs',
  'system/Organization.rs',
] as const;
const ofReport = [
  'system/DiagnosticReport.rs',
  'system/Observation.rs',
  'system/DocumentReference.rs',
  'system/Binary.rs',
  'system/Practitioner.rs',
] as const;
const ordering = 'system/ServiceRequest.cu';

export const fhirScopes = [...ofCase, ordering, ...ofReport] as const;
export type FhirScope = (typeof fhirScopes)[number];

const forOrders: readonly KeyScope[] = ['case.create', 'case.edit_patient', 'case.close'];

function permissionsOf(scope: FhirScope): readonly KeyScope[] {
  if (scope === ordering) return forOrders;
  return ofCase.some((each) => each === scope) ? ['case.read'] : ['file.report'];
}

/** Returns the permissions that a token with these scopes needs. The scopes limit it further. */
export const permissionsOfScopes = (scopes: readonly FhirScope[]): KeyScope[] =>
  completeScopes([...new Set(scopes.flatMap(permissionsOf))]);

/** Returns the scopes that a program of this kind of institution can have. */
export function fhirScopesOf(type: GroupType): readonly FhirScope[] {
  const role_key = keyRole(type);
  if (role_key === null) return [];
  const grants = (permission: KeyScope): boolean =>
    can({ role_key, group_type: type }, permission) !== 'never';
  // A center of reading creates no cases, and a carrier closes none: a scope is offered if a part of it is possible.
  return fhirScopes.filter((scope) => permissionsOf(scope).some(grants));
}

export type FhirInteraction = 'c' | 'r' | 'u' | 's';

type Asked = { readonly type: string; readonly interactions: string };

const formerInteractions: Readonly<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' };

/** Reads a scope of SMART 2 (`system/Observation.rs`) or 1 (`system/Observation.read`); null for any other. */
function scopeOf(text: string): Asked | null {
  const [, type, named] = /^system\/([A-Za-z]+|\*)\.(c?r?u?d?s?|read|write|\*)$/.exec(text) ?? [];
  if (type === undefined || named === undefined || named === '') return null;
  return { type, interactions: formerInteractions[named] ?? named };
}

const includes = ({ type, interactions }: Asked, wanted: string, interaction: string): boolean =>
  (type === '*' || type === wanted) && interactions.includes(interaction);

/** Returns whether one of the scopes allows an interaction with a type. */
export const allowsFhir = (scopes: readonly string[], type: string, interaction: FhirInteraction): boolean =>
  scopes.some((text) => {
    const scope = scopeOf(text);
    return scope !== null && includes(scope, type, interaction);
  });

/**
 * Returns the scopes to grant: those of the program as far as the request names them. An interaction that the request
 * leaves out is not granted: `system/Observation.r` of `system/Observation.rs`.
 */
export function grantedScopes(registered: readonly FhirScope[], requested: string): string[] {
  const asked = requested.split(' ').flatMap((text) => scopeOf(text) ?? []);
  return registered.flatMap((text) => {
    const scope = scopeOf(text);
    if (scope === null) return [];
    const { type } = scope;
    const interactions = scope.interactions
      .split('')
      .filter((each) => asked.some((one) => includes(one, type, each)));
    return interactions.length === 0 ? [] : [`system/${type}.${interactions.join('')}`];
  });
}

/** Returns the registered scopes that granted ones are part of. */
export const registeredOf = (granted: readonly string[]): FhirScope[] =>
  fhirScopes.filter((text) => {
    const scope = scopeOf(text);
    return (
      scope !== null &&
      granted.some((one) => {
        const part = scopeOf(one);
        return part !== null && scope.interactions.split('').some((each) => includes(part, scope.type, each));
      })
    );
  });

/** The most programs of an institution that are not revoked. */
export const mostClients = 20;
/** How long a token of a program is valid. */
export const fhirTokenSeconds = 300;
