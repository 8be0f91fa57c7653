/** Handles the routes of the FHIR interface. A resource is read through the case that it is made from. */
import type { Resource } from '@medplum/fhirtypes';
import type { FhirRoutes } from '@rhythmdesk/contract/fhir';
import { patientFor } from '@rhythmdesk/domain/people/masking';
import type { Caller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { seenCase } from '../../records/cases/seen-case.ts';
import { capabilityStatement } from './capability-statement.ts';
import type { FhirDependencies } from './fhir-dependencies.ts';
import { fhirKinds, type KindName } from './fhir-kinds.ts';
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

async function readResource(
  { db, base }: FhirDependencies,
  caller: Caller,
  kind: KindName,
  id: string,
): Promise<Resource> {
  const { permission, shows_reading, make } = fhirKinds[kind];
  const record = await seenCase(db, caller, numberOf(id), permission);
  if (shows_reading && patientFor(caller.actor, record.row).masked) throw new Refusal('case/not-yours');
  const found = (await make({ db, caller, base }, record)).find((resource) => resource.id === id);
  if (found === undefined) throw new Refusal('object/not-found');
  return found;
}

const binaryId = /^([1-9]\d{0,14})-([1-9]\d{0,8})$/;

export function fhirHandlers(dependencies: FhirDependencies): Handlers<FhirRoutes> {
  type ReadCall = { readonly caller: Caller; readonly input: { readonly id: string } };
  type SearchCall = {
    readonly caller: Caller;
    readonly input: Search & { readonly _format?: string | undefined };
  };
  const read = (kind: KindName) => (call: ReadCall) =>
    readResource(dependencies, call.caller, kind, call.input.id);
  const search = (kind: KindName) => (call: SearchCall) => {
    const { _format, ...parameters } = call.input;
    return searchResources(dependencies, call.caller, kind, parameters);
  };
  type PeopleCall = {
    readonly caller: Caller;
    readonly input: PeopleSearch & { readonly _format?: string | undefined };
  };
  const people = (find: typeof searchOrganizations) => (call: PeopleCall) => {
    const { _format, ...parameters } = call.input;
    return find(dependencies, call.caller, parameters);
  };
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
    fhirBinary: ({ caller, input }) => {
      const [, case_id, report_version] = binaryId.exec(input.id) ?? [];
      if (case_id === undefined || report_version === undefined) throw new Refusal('object/not-found');
      return dependencies.readReport(caller, {
        case_id: Number(case_id),
        report_version: Number(report_version),
      });
    },
  };
}
