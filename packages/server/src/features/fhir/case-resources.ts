/** Makes the Patient, ServiceRequest and Task of a case, as the caller may see them. */
import type {
  Device,
  Identifier,
  Organization,
  Patient,
  Reference,
  ServiceRequest,
  Task,
} from '@medplum/fhirtypes';
import type { CaseStatus } from '@rhythmdesk/domain/case/status';
import { can } from '@rhythmdesk/domain/people/can';
import { patientFor, seesClinical } from '@rhythmdesk/domain/people/masking';
import type { Actor } from '@rhythmdesk/domain/people/scope';
import { isoTime } from '../../platform/local-time.ts';
import type { CaseRecord } from '../../records/cases/case-record.ts';
import type { OrderIdentifier } from './order-fields.ts';
import { hnIdentifier, holterStudy, patientSystem, systems } from './systems.ts';

const maskedExtension = {
  url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
  valueCode: 'masked',
} as const;

export const metaOf = ({ row }: CaseRecord) => ({
  versionId: String(row.version),
  lastUpdated: row.updated_at.toISOString(),
});

/** Writes a time of a case in the time of its hospital. */
export const timeIn = ({ hospital }: CaseRecord, at: Date): string => isoTime(at, hospital.time_zone);

export const subjectOf = ({ row }: CaseRecord): Reference<Patient> => ({
  reference: `Patient/${String(row.case_id)}`,
});

export const requestOf = ({ row }: CaseRecord): Reference<ServiceRequest> => ({
  reference: `ServiceRequest/${String(row.case_id)}`,
});

export const organizationOf = ({
  id,
  name,
}: {
  readonly id: number;
  readonly name: string;
}): Reference<Organization> => ({
  reference: `Organization/${String(id)}`,
  display: name,
});

/** Refers to the recorder of the case; undefined if its product is not known. */
export const deviceReference = ({ row }: CaseRecord): Reference<Device> | undefined =>
  row.product_name === null
    ? undefined
    : { reference: `Device/${String(row.case_id)}`, display: row.product_name };

/** Returns the recorder that the patient wore, if its product is known. */
export function devicesOf(record: CaseRecord): Device[] {
  const { case_id, product_name } = record.row;
  if (product_name === null) return [];
  return [
    {
      resourceType: 'Device',
      id: String(case_id),
      meta: metaOf(record),
      deviceName: [{ name: product_name, type: 'user-friendly-name' }],
      type: { text: 'Ambulatory ECG recorder' },
      patient: subjectOf(record),
    },
  ];
}

/** The time of the recording; undefined before there is one. */
export function recordedPeriod(record: CaseRecord) {
  const { recording_start: start, recording_seconds: seconds } = record.row;
  if (start === null) return undefined;
  const time = (at: Date): string => timeIn(record, at);
  const end = seconds === null ? {} : { end: time(new Date(start.getTime() + 1000 * seconds)) };
  return { start: time(start), ...end };
}

const identifierType = {
  coding: [{ system: systems.identifierType, code: 'MR', display: 'Medical record number' }],
};

type Gender = NonNullable<Patient['gender']>;
const isGender = (text: string | null): text is Gender =>
  text === 'male' || text === 'female' || text === 'other';

/** Returns the patient as the case records it. Masked fields say so instead of having a value. */
export function patientOf(record: CaseRecord, actor: Actor): Patient {
  const { row, hospital } = record;
  const { masked, patient } = patientFor(actor, row);
  const { patient_first_name: given, patient_last_name: family, phone_number: phone } = patient;
  const hasName = given !== null || family !== null;
  const name = {
    ...(family !== null && family !== '' && { family }),
    ...(given !== null && given !== '' && { given: [given] }),
  };
  return {
    resourceType: 'Patient',
    id: String(row.case_id),
    meta: metaOf(record),
    ...(row.patient_id !== null && {
      identifier: [{ type: identifierType, system: patientSystem(hospital.id), value: row.patient_id }],
    }),
    ...(hasName && { name: [masked ? { extension: [maskedExtension] } : name] }),
    ...(!masked && phone !== null && phone !== '' && { telecom: [{ system: 'phone', value: phone }] }),
    gender: isGender(row.gender) ? row.gender : 'unknown',
    ...(masked
      ? { _birthDate: { extension: [maskedExtension] } }
      : row.birth_date !== null && { birthDate: row.birth_date }),
    managingOrganization: organizationOf(hospital),
  };
}

export const requestStatuses = {
  ready: 'draft',
  request: 'active',
  assigned: 'active',
  start: 'active',
  review: 'active',
  complete: 'completed',
  edit: 'active',
} as const satisfies Record<CaseStatus, ServiceRequest['status']>;
/** A case that was closed without a report. */
export const closedRequest = 'revoked' as const;

export const taskStatuses = {
  ready: 'draft',
  request: 'requested',
  assigned: 'accepted',
  start: 'in-progress',
  review: 'in-progress',
  complete: 'completed',
  edit: 'in-progress',
} as const satisfies Record<CaseStatus, Task['status']>;
export const closedTask = 'cancelled' as const;

function seesQuestion(actor: Actor): boolean {
  const grant = can(actor, 'case.read');
  return grant !== 'never' && seesClinical(grant);
}

const placerType = {
  coding: [{ system: systems.identifierType, code: 'PLAC', display: 'Placer Identifier' }],
};
const placerIdentifier = ({ system, value }: OrderIdentifier): Identifier => ({
  type: placerType,
  ...(system !== '' && { system }),
  value,
});

/** An order of another system is in force before the recording is there. */
const statusOfRequest = (status: CaseStatus, isOrdered: boolean): ServiceRequest['status'] =>
  isOrdered && requestStatuses[status] === 'draft' ? 'active' : requestStatuses[status];

export function serviceRequestOf(
  record: CaseRecord,
  actor: Actor,
  identifiers: readonly OrderIdentifier[],
): ServiceRequest {
  const { row, status, hospital, center } = record;
  const period = recordedPeriod(record);
  return {
    resourceType: 'ServiceRequest',
    id: String(row.case_id),
    meta: metaOf(record),
    identifier: [hnIdentifier(row.hn_id), ...identifiers.map(placerIdentifier)],
    status: row.closed_at === null ? statusOfRequest(status, identifiers.length > 0) : closedRequest,
    intent: 'order',
    priority: row.priority === 'urgent' ? 'urgent' : 'routine',
    code: holterStudy,
    subject: subjectOf(record),
    ...(period !== undefined && { occurrencePeriod: period }),
    authoredOn: timeIn(record, row.requested_date ?? row.created_at),
    requester: organizationOf(hospital),
    ...(center !== null && { performer: [organizationOf(center)] }),
    ...(row.comment !== '' && seesQuestion(actor) && { reasonCode: [{ text: row.comment }] }),
  };
}

/** Returns the life of the case as a Task; its output is the report as soon as the caller may see one. */
export function taskOf(record: CaseRecord, hasReport: boolean): Task {
  const { row, status, hospital, center } = record;
  const report = { reference: `DiagnosticReport/${String(row.case_id)}` };
  return {
    resourceType: 'Task',
    id: String(row.case_id),
    meta: metaOf(record),
    identifier: [hnIdentifier(row.hn_id)],
    basedOn: [requestOf(record)],
    status: row.closed_at === null ? taskStatuses[status] : closedTask,
    businessStatus: { coding: [{ system: systems.case_status, code: status }] },
    intent: 'order',
    priority: row.priority === 'urgent' ? 'urgent' : 'routine',
    code: holterStudy,
    focus: requestOf(record),
    for: subjectOf(record),
    authoredOn: timeIn(record, row.requested_date ?? row.created_at),
    lastModified: timeIn(record, row.updated_at),
    requester: organizationOf(hospital),
    ...(center !== null && { owner: organizationOf(center) }),
    ...(row.report_due_date !== null && {
      restriction: { period: { end: timeIn(record, row.report_due_date) } },
    }),
    ...(hasReport && { output: [{ type: holterStudy, valueReference: report }] }),
  };
}
