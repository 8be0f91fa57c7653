/**
 * Defines the FHIR R4 interface: its routes below `/fhir/R4` and the parameters of each search. Answers are resources
 * of FHIR, which tests validate against the published definitions.
 *
 * The routes use the permissions of the API. A resource is made from a case, so its id is that of the case; an
 * Observation has the code of its result after it, and a Binary the version of its report.
 */
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { z } from 'zod';
import { serviceRequestInput, transactionInput } from './fhir-order.ts';
import { whole } from './fields.ts';
import { defineRoutes, type Route } from './route.ts';

export const fhirBase = '/fhir/R4/';
export const fhirMediaType = 'application/fhir+json';

const holterGuide = 'http://hl7belgium.org/fhir/patient-monitoring/StructureDefinition/';
/** The draft Belgian Holter profiles. They are the other form of these kinds of resources. */
export const holterProfiles = {
  DiagnosticReport: `${holterGuide}holter-diagnostic-report`,
  Observation: `${holterGuide}holter-observation`,
} as const;
/** A search or read asks for the form of a profile by its address, with or without the version that is offered. */
const formOf = (kind: keyof typeof holterProfiles) =>
  z.enum([holterProfiles[kind], `${holterProfiles[kind]}|0.1.0`]).optional();

/** An id of FHIR: letters, digits, hyphens and points. */
const resourceId = z.string().regex(/^[A-Za-z0-9.-]{1,64}$/);
const readInput = z.strictObject({ id: resourceId, _format: z.string().max(60).optional() });

/** A year, month, day or time with an optional prefix, such as `ge2026-11-01`; at most one lower and one upper bound. */
const bound = z
  .string()
  .regex(
    /^(eq|ge|gt|le|lt)?\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/,
  );
const token = z.string().min(1).max(300);
const reference = z.string().regex(/^((Patient|ServiceRequest|DiagnosticReport)\/)?[0-9]{1,15}$/);

const bounds = z.union([bound, z.array(bound).max(2)]).optional();

/** Parameters that every search has. */
const everySearch = {
  _id: z.string().max(600).optional(),
  _count: whole(1, 100).default(20),
  /** The position of the next page, from its link. */
  _page: z
    .string()
    .regex(/^\d{1,15}\.\d{1,3}$/)
    .optional(),
  _format: z.string().max(60).optional(),
};
const names = z.union([token, z.array(token).max(5)]).optional();
/** Parameters of the searches of what is made from cases. */
const ofCases = { ...everySearch, _lastUpdated: bounds, _include: names };
/** Parameters of the kinds of which each case has one. */
const counted = {
  _revinclude: names,
  _summary: z.enum(['count', 'false']).optional(),
  _total: z.enum(['none', 'estimate', 'accurate']).optional(),
};

/** A resource of FHIR. The server builds it by the published types, and tests validate it. */
const resource = z.custom<{ readonly resourceType: string }>(
  (value) => typeof value === 'object' && value !== null && 'resourceType' in value,
);

type ReadRow = { readonly allow: Permission; readonly audit: Route['audit']; readonly name: string };

const readOf = ({ allow, audit, name }: ReadRow) =>
  ({
    method: 'GET',
    path: `${name}/:id`,
    allow,
    audit,
    summary: `Returns one ${name}.`,
    input: readInput,
    output: resource,
  }) as const;

const searchOf = <Shape extends z.ZodRawShape>({ allow, name }: Omit<ReadRow, 'audit'>, shape: Shape) =>
  ({
    method: 'GET',
    path: name,
    form: `${name}/_search`,
    allow,
    audit: 'case.list',
    summary: `Searches ${name} resources.`,
    input: z.strictObject({ ...ofCases, ...shape }),
    output: resource,
  }) as const;

/** Searches institutions or users, which are not made from a case. */
const peopleOf = ({ allow, name }: Omit<ReadRow, 'audit'>) =>
  ({
    ...searchOf({ allow, name }, {}),
    audit: 'none',
    input: z.strictObject({ ...everySearch, name: z.string().trim().min(1).max(80).optional() }),
  }) as const;

const identifier = token.optional();
const ofPatient = { patient: reference.optional(), subject: reference.optional() };

export const fhirRoutes = defineRoutes({
  fhirMetadata: {
    method: 'GET',
    path: 'metadata',
    allow: 'anyone',
    audit: 'none',
    summary: 'Returns the CapabilityStatement.',
    input: z.strictObject({ _format: z.string().max(60).optional() }),
    output: resource,
  },
  fhirPatient: readOf({ name: 'Patient', allow: 'case.read', audit: 'case.open' }),
  fhirPatients: searchOf({ name: 'Patient', allow: 'case.read' }, { identifier, ...counted }),
  fhirServiceRequest: readOf({ name: 'ServiceRequest', allow: 'case.read', audit: 'case.open' }),
  fhirServiceRequests: searchOf(
    { name: 'ServiceRequest', allow: 'case.read' },
    { identifier, ...ofPatient, status: token.optional(), ...counted },
  ),
  fhirCreateServiceRequest: {
    method: 'POST',
    path: 'ServiceRequest',
    allow: 'case.create',
    audit: 'case.create',
    summary: 'Creates the case of an order, or returns the one that the order already has.',
    document: 'ServiceRequest',
    headers: { if_none_exist: 'if-none-exist' },
    headed: true,
    input: z.strictObject({
      ServiceRequest: serviceRequestInput,
      if_none_exist: z.string().max(600).optional(),
      _format: z.string().max(60).optional(),
    }),
    output: resource,
  },
  fhirUpdateServiceRequest: {
    method: 'PUT',
    path: 'ServiceRequest/:id',
    allow: 'case.read',
    audit: 'case.change',
    summary: 'Changes the patient of an order that is not assigned, or closes its case if it is revoked.',
    document: 'ServiceRequest',
    headers: { if_match: 'if-match' },
    headed: true,
    input: z.strictObject({
      ...readInput.shape,
      ServiceRequest: serviceRequestInput,
      if_match: z
        .string()
        .regex(/^(W\/)?"\d{1,9}"$/)
        .optional(),
    }),
    output: resource,
  },
  fhirTransaction: {
    method: 'POST',
    path: '',
    allow: 'case.create',
    audit: 'case.create',
    summary: 'Creates the cases of several orders and their patients in one transaction.',
    document: 'Bundle',
    input: z.strictObject({ Bundle: transactionInput, _format: z.string().max(60).optional() }),
    output: resource,
  },
  fhirTask: readOf({ name: 'Task', allow: 'case.read', audit: 'case.open' }),
  fhirTasks: searchOf(
    { name: 'Task', allow: 'case.read' },
    {
      identifier,
      ...{ patient: reference.optional(), focus: reference.optional(), status: token.optional() },
      ...{ _summary: counted._summary, _total: counted._total },
    },
  ),
  fhirDiagnosticReport: {
    ...readOf({ name: 'DiagnosticReport', allow: 'file.report', audit: 'report.read' }),
    input: readInput.extend({ _profile: formOf('DiagnosticReport') }),
  },
  fhirDiagnosticReports: searchOf(
    { name: 'DiagnosticReport', allow: 'file.report' },
    {
      identifier,
      ...ofPatient,
      'based-on': reference.optional(),
      ...{ status: token.optional(), issued: bounds, date: bounds, _profile: formOf('DiagnosticReport') },
    },
  ),
  fhirObservation: readOf({ name: 'Observation', allow: 'file.report', audit: 'report.read' }),
  fhirObservations: searchOf(
    { name: 'Observation', allow: 'file.report' },
    {
      ...ofPatient,
      'based-on': reference.optional(),
      ...{ code: token.optional(), date: bounds, _profile: formOf('Observation') },
    },
  ),
  fhirDocumentReference: readOf({ name: 'DocumentReference', allow: 'file.report', audit: 'report.read' }),
  fhirDocumentReferences: searchOf(
    { name: 'DocumentReference', allow: 'file.report' },
    { identifier, ...ofPatient },
  ),
  fhirDevice: readOf({ name: 'Device', allow: 'case.read', audit: 'case.open' }),
  fhirDevices: searchOf({ name: 'Device', allow: 'case.read' }, { patient: reference.optional() }),
  fhirOrganization: readOf({ name: 'Organization', allow: 'case.read', audit: 'none' }),
  fhirOrganizations: peopleOf({ name: 'Organization', allow: 'case.read' }),
  fhirPractitioners: peopleOf({ name: 'Practitioner', allow: 'file.report' }),
  fhirPractitioner: readOf({ name: 'Practitioner', allow: 'file.report', audit: 'none' }),
  fhirBinary: {
    ...readOf({ name: 'Binary', allow: 'file.report', audit: 'report.read' }),
    output: { binary: 'application/pdf' },
  },
});
export type FhirRoutes = typeof fhirRoutes;
