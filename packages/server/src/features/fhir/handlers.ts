/** Handles the routes of the FHIR interface. A resource is read through the case that it is made from. */
import { buffer } from 'node:stream/consumers';
import type { Binary, Resource } from '@medplum/fhirtypes';
import { fhirMediaType, type FhirRoutes } from '@rhythmdesk/contract/fhir';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import type { Caller } from '../../platform/http/caller.ts';
import type { BinaryReply, Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { capabilityStatement } from './capability-statement.ts';
import type { FhirDependencies } from './fhir-dependencies.ts';
import { fhirKinds, type KindName, makerOf } from './fhir-kinds.ts';
import { orderHandlers } from './order-handlers.ts';
import {
  type PeopleSearch,
  readOrganization,
  readPractitioner,
  searchOrganizations,
  searchPractitioners,
} from './people-resources.ts';
import { searchResources } from './search-resources.ts';
import type { Search } from './search-conditions.ts';

/** Returns the number that an id begins with. */
function numberOf(id: string): number {
  const number = /^([1-9]\d{0,14})(-|$)/.exec(id)?.[1];
  if (number === undefined) throw new Refusal('object/not-found');
  return Number(number);
}

type ReadInput = { readonly id: string; readonly _profile?: string | undefined };

/** Without a profile an id is read in the form that has it: the Observations of a profile have ids of their own. */
function formsOf(kind: KindName, _profile: string | undefined) {
  const { make, profiled } = fhirKinds[kind];
  if (_profile !== undefined) return [makerOf(kind, _profile)];
  return profiled === undefined ? [make] : [make, profiled.make];
}

async function readResource(
  { db, base }: FhirDependencies,
  caller: Caller,
  kind: KindName,
  { id, _profile }: ReadInput,
): Promise<Resource> {
  const { permission, shows_reading } = fhirKinds[kind];
  const record = await seenCase(db, caller, numberOf(id), permission);
  if (shows_reading && patientFor(caller.actor, record.row).masked) throw new Refusal('case/not-yours');
  for (const form of formsOf(kind, _profile)) {
    const found = (await form({ db, caller, base }, record)).find((resource) => resource.id === id);
    if (found !== undefined) return found;
  }
  throw new Refusal('object/not-found');
}

const binaryId = /^([1-9]\d{0,14})-([1-9]\d{0,8})$/;

/** Returns the pages as a Binary. */
async function asResource(id: string, { body }: BinaryReply): Promise<BinaryReply> {
  const bytes = body instanceof Uint8Array ? Buffer.from(body) : await buffer(body);
  const resource: Binary = {
    resourceType: 'Binary',
    ...{ id, contentType: 'application/pdf', data: bytes.toString('base64') },
  };
  return { body: Buffer.from(JSON.stringify(resource)), media_type: `${fhirMediaType}; charset=utf-8` };
}

export function fhirHandlers(dependencies: FhirDependencies): Handlers<FhirRoutes> {
  type ReadCall = { readonly caller: Caller; readonly input: ReadInput };
  type SearchCall = { readonly caller: Caller; readonly input: Search };
  const read = (kind: KindName) => (call: ReadCall) =>
    readResource(dependencies, call.caller, kind, call.input);
  const search = (kind: KindName) => (call: SearchCall) =>
    searchResources(dependencies, call.caller, kind, call.input);
  type PeopleCall = { readonly caller: Caller; readonly input: PeopleSearch };
  const people = (find: typeof searchOrganizations) => (call: PeopleCall) =>
    find(dependencies, call.caller, call.input);
  return {
    ...orderHandlers(dependencies),
    fhirMetadata: () => Promise.resolve(capabilityStatement(dependencies)),
    fhirPatient: read('Patient'),
    fhirPatients: search('Patient'),
    fhirServiceRequest: read('ServiceRequest'),
    fhirServiceRequests: search('ServiceRequest'),
    fhirTask: read('Task'),
    fhirTasks: search('Task'),
    fhirDiagnosticReport: read('DiagnosticReport'),
    fhirDiagnosticReports: search('DiagnosticReport'),
    fhirObservation: read('Observation'),
    fhirObservations: search('Observation'),
    fhirDocumentReference: read('DocumentReference'),
    fhirDocumentReferences: search('DocumentReference'),
    fhirDevice: read('Device'),
    fhirDevices: search('Device'),
    fhirOrganization: ({ caller, input }) => readOrganization(dependencies.db, caller, numberOf(input.id)),
    fhirPractitioner: ({ caller, input }) => readPractitioner(dependencies.db, caller, numberOf(input.id)),
    fhirOrganizations: people(searchOrganizations),
    fhirPractitioners: people(searchPractitioners),
    fhirBinary: async ({ caller, input: { id, _format } }) => {
      const [, case_id, report_version] = binaryId.exec(id) ?? [];
      if (case_id === undefined || report_version === undefined) throw new Refusal('object/not-found');
      const pages = await dependencies.readReport(caller, {
        case_id: Number(case_id),
        report_version: Number(report_version),
      });
      return _format === undefined ? pages : asResource(id, pages);
    },
  };
}
