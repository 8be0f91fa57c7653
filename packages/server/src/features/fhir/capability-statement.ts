/** Makes the CapabilityStatement from the routes of the interface. */
import type {
  CapabilityStatement,
  CapabilityStatementRestResource,
  CapabilityStatementRestResourceSearchParam,
} from '@medplum/fhirtypes';
import { fhirRoutes } from '@rhythmdesk/contract/fhir';
import type { Route } from '@rhythmdesk/contract/route';
import type { FhirDependencies } from './fhir-dependencies.ts';
import { fhirKinds, type KindName } from './fhir-kinds.ts';

type SearchType = CapabilityStatementRestResourceSearchParam['type'];
const searchTypes: Readonly<Record<string, SearchType>> = {
  _id: 'token',
  _lastUpdated: 'date',
  identifier: 'token',
  status: 'token',
  code: 'token',
  patient: 'reference',
  subject: 'reference',
  'based-on': 'reference',
  focus: 'reference',
  issued: 'date',
  date: 'date',
  name: 'string',
  _profile: 'uri',
};

const rows: readonly Route[] = Object.values(fhirRoutes);
const isKind = (name: string): name is KindName => Object.hasOwn(fhirKinds, name);

/** Kinds that are not made from one case. */
const ofNoCase = ['Organization', 'Practitioner', 'Binary'] as const;

function resourceOf(type: KindName | (typeof ofNoCase)[number]): CapabilityStatementRestResource {
  const search = rows.find(({ method, path }) => method === 'GET' && path === type);
  const searchParam = Object.keys(search?.input.shape ?? {}).flatMap((name) => {
    const searchType = searchTypes[name];
    return searchType === undefined ? [] : [{ name, type: searchType }];
  });
  const searchInclude = isKind(type) ? Object.keys(fhirKinds[type].includes) : [];
  const searchRevInclude = isKind(type) ? Object.keys(fhirKinds[type].revincludes ?? {}) : [];
  const profiled = isKind(type) ? fhirKinds[type].profiled : undefined;
  return {
    type,
    ...(profiled !== undefined && { supportedProfile: [profiled.url] }),
    interaction: [
      { code: 'read' },
      ...(search === undefined ? [] : [{ code: 'search-type' as const }]),
      ...(type === 'ServiceRequest' ? ([{ code: 'create' }, { code: 'update' }] as const) : []),
    ],
    ...(type === 'ServiceRequest' && { conditionalCreate: true }),
    versioning: 'versioned',
    readHistory: false,
    ...(searchInclude.length > 0 && { searchInclude }),
    ...(searchRevInclude.length > 0 && { searchRevInclude }),
    ...(searchParam.length > 0 && { searchParam }),
  };
}

/** The day on which the interface last changed. */
const changedOn = '2026-11-29';

const smartService = (token_endpoint: string) => ({
  extension: [
    {
      url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
      extension: [{ url: 'token', valueUri: token_endpoint }],
    },
  ],
  service: [
    {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
          code: 'SMART-on-FHIR',
        },
      ],
    },
  ],
});

export function capabilityStatement({ base, token_endpoint }: FhirDependencies): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: changedOn,
    kind: 'instance',
    software: { name: 'Rhythmdesk' },
    implementation: { description: 'Rhythmdesk, review of long-term ECG recordings', url: base },
    fhirVersion: '4.0.1',
    format: ['json'],
    rest: [
      {
        mode: 'server',
        security: {
          ...(token_endpoint !== null && smartService(token_endpoint)),
          description:
            'Requests carry an API key or a token as `Authorization: Bearer TOKEN`. Programs get tokens by SMART backend services.',
        },
        interaction: [{ code: 'transaction' }],
        resource: [...Object.keys(fhirKinds).filter(isKind), ...ofNoCase].map(resourceOf),
      },
    ],
  };
}
