/**
 * Lists the kinds of resources with their permission, how they are made from a case, and what a search may include.
 * Routes, searches and the CapabilityStatement use this table.
 */
import type { Resource } from '@medplum/fhirtypes';
import { holterProfiles } from '@rhythmdesk/contract/fhir';
import { may } from '@rhythmdesk/domain/people/can';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import type { Queryable } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import { devicesOf, patientOf, serviceRequestOf, taskOf } from './case-resources.ts';
import { holterObservationsOf, holterReportOf } from './holter-profile.ts';
import { readIdentifiers } from './order-identifiers.ts';
import { diagnosticReportOf, documentReferencesOf, observationsOf, seenReport } from './report-resources.ts';

export type MakeContext = { readonly db: Queryable; readonly caller: Caller; readonly base: string };
type Make = (context: MakeContext, record: CaseRecord) => Promise<Resource[]>;

type FhirKind = {
  readonly permission: Permission;
  /** Its content shows the reading. */
  readonly shows_reading: boolean;
  readonly make: Make;
  /** Its other form, in which it conforms to the profile. */
  readonly profiled?: { readonly url: string; readonly make: Make };
  /** What `_include` may name, and the kind of resource that it adds. */
  readonly includes: Readonly<Record<string, KindName>>;
  /** What `_revinclude` may name, likewise. */
  readonly revincludes?: Readonly<Record<string, KindName>>;
};
export type KindName =
  | 'Patient'
  | 'ServiceRequest'
  | 'Task'
  | 'DiagnosticReport'
  | 'Observation'
  | 'DocumentReference'
  | 'Device';

export const fhirKinds: Readonly<Record<KindName, FhirKind>> = {
  Patient: {
    permission: 'case.read',
    shows_reading: false,
    make: ({ caller }, record) => Promise.resolve([patientOf(record, caller.actor)]),
    includes: {},
    revincludes: {
      'ServiceRequest:subject': 'ServiceRequest',
      'Task:patient': 'Task',
      'DiagnosticReport:subject': 'DiagnosticReport',
      'Observation:subject': 'Observation',
      'DocumentReference:subject': 'DocumentReference',
      'Device:patient': 'Device',
    },
  },
  ServiceRequest: {
    permission: 'case.read',
    shows_reading: false,
    make: async ({ db, caller }, record) => {
      const identifiers = await readIdentifiers(db, record.row.case_id);
      return [serviceRequestOf(record, caller.actor, identifiers)];
    },
    includes: { 'ServiceRequest:subject': 'Patient', 'ServiceRequest:patient': 'Patient' },
    revincludes: {
      'Task:focus': 'Task',
      'DiagnosticReport:based-on': 'DiagnosticReport',
      'Observation:based-on': 'Observation',
    },
  },
  Task: {
    permission: 'case.read',
    shows_reading: false,
    make: async ({ db, caller }, record) => {
      const mayRead = may('case', caller.actor, 'file.report', record.facts);
      return [taskOf(record, mayRead && (await seenReport(db, caller, record)) !== null)];
    },
    includes: { 'Task:focus': 'ServiceRequest', 'Task:patient': 'Patient' },
  },
  DiagnosticReport: {
    permission: 'file.report',
    shows_reading: true,
    make: async ({ db, caller, base }, record) => {
      const seen = await seenReport(db, caller, record);
      return seen === null ? [] : [diagnosticReportOf(record, seen, base)];
    },
    profiled: {
      url: holterProfiles.DiagnosticReport,
      make: async ({ db, caller, base }, record) => {
        const seen = await seenReport(db, caller, record);
        const report = seen === null ? null : holterReportOf(record, seen, base);
        return report === null ? [] : [report];
      },
    },
    includes: {
      'DiagnosticReport:result': 'Observation',
      'DiagnosticReport:subject': 'Patient',
      'DiagnosticReport:patient': 'Patient',
      'DiagnosticReport:based-on': 'ServiceRequest',
    },
  },
  Observation: {
    permission: 'file.report',
    shows_reading: true,
    make: async ({ db, caller }, record) => {
      const seen = await seenReport(db, caller, record);
      return seen === null ? [] : observationsOf(record, seen);
    },
    profiled: {
      url: holterProfiles.Observation,
      make: async ({ db, caller }, record) => {
        const seen = await seenReport(db, caller, record);
        return seen === null ? [] : holterObservationsOf(record, seen);
      },
    },
    includes: {
      'Observation:subject': 'Patient',
      'Observation:patient': 'Patient',
      'Observation:based-on': 'ServiceRequest',
      'Observation:device': 'Device',
    },
  },
  DocumentReference: {
    permission: 'file.report',
    shows_reading: true,
    make: documentReferencesOf,
    includes: { 'DocumentReference:subject': 'Patient', 'DocumentReference:patient': 'Patient' },
  },
  Device: {
    permission: 'case.read',
    shows_reading: false,
    make: (_context, record) => Promise.resolve(devicesOf(record)),
    includes: { 'Device:patient': 'Patient' },
  },
};

/** Returns how resources of a kind are made in the form that a search asks for. */
export const makerOf = (kind: KindName, _profile: string | undefined): Make => {
  const { make, profiled } = fhirKinds[kind];
  return _profile === undefined ? make : (profiled?.make ?? make);
};
