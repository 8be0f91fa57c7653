/** Names the code systems of the FHIR interface, and makes codings of them. */
import type { CodeableConcept, Coding, Identifier } from '@medplum/fhirtypes';

export const systems = {
  loinc: 'http://loinc.org',
  mdc: 'urn:iso:std:iso:11073:10101',
  snomed: 'http://snomed.info/sct',
  ucum: 'http://unitsofmeasure.org',
  /** The codes of the table of results. */
  result: 'urn:rhythmdesk:result',
  hn_id: 'urn:rhythmdesk:hn-id',
  case_status: 'urn:rhythmdesk:case-status',
  observationCategory: 'http://terminology.hl7.org/CodeSystem/observation-category',
  serviceSection: 'http://terminology.hl7.org/CodeSystem/v2-0074',
  identifierType: 'http://terminology.hl7.org/CodeSystem/v2-0203',
} as const;

/** Each hospital has its own patient IDs. */
export const patientSystem = (hospital_id: number): string =>
  `urn:rhythmdesk:hospital:${String(hospital_id)}:patient`;

export const coding = (system: string, { code, display }: { code: string; display: string }): Coding => ({
  system,
  code,
  display,
});

/** LOINC’s code of the study. */
export const holterStudy: CodeableConcept = {
  coding: [coding(systems.loinc, { code: '18754-2', display: 'Holter monitor study' })],
};

export const hnIdentifier = (hn_id: string): Identifier => ({ system: systems.hn_id, value: hn_id });
