/**
 * Validates resources against the draft Belgian Holter profile (HL7 Belgium, patient-monitoring 0.1.0), for tests. The
 * constraints are written here as facts: cardinalities, types and patterns are applied to the definitions of R4, which
 * the validator then uses; it does not know value sets and the profiles of references, which are compared here.
 */
import { validateResource } from '@medplum/core';
import type {
  CodeableConcept,
  DiagnosticReport,
  ElementDefinition,
  Observation,
  Resource,
  StructureDefinition,
} from '@medplum/fhirtypes';
import { r4Definition, validFhir } from './test-fhir.ts';

const guide = 'http://hl7belgium.org/fhir/patient-monitoring/StructureDefinition/';
export const holterReport = `${guide}holter-diagnostic-report`;
export const holterObservation = `${guide}holter-observation`;

type Facts = Readonly<Record<string, Partial<ElementDefinition>>>;

const reportFacts: Facts = {
  'DiagnosticReport.status': { min: 1 },
  'DiagnosticReport.effective[x]': { min: 1, type: [{ code: 'Period' }] },
  'DiagnosticReport.conclusion': { max: '1' },
};
const observationFacts: Facts = {
  'Observation.status': { min: 1 },
  'Observation.effective[x]': { min: 1, type: [{ code: 'Period' }] },
  'Observation.value[x]': { type: [{ code: 'CodeableConcept' }] },
};

/** Members of the value sets that tests send; the set of events is everything below SNOMED CT 301120008. */
const reportCodes = ['http://loinc.org|18754-2'];
const componentCodes = ['http://loinc.org|8867-4'];
const eventCodes = [
  ...['164889003', '164890007', '164895002', '164896001', '426761007', '426151009', '426307007'],
  ...['164902006', '164903001', '164905008', '164906009', '426183003', '426453001', '427485008'],
  ...['428844006', '426627000'],
].map((code) => `http://snomed.info/sct|${code}`);

function profileOf(base: string, url: string, facts: Facts): StructureDefinition {
  const definition = structuredClone(r4Definition(base));
  for (const [path, fact] of Object.entries(facts)) {
    const element = definition.snapshot?.element.find((one) => one.path === path);
    if (element === undefined) throw new Error(`${path} is no element`);
    Object.assign(element, fact);
  }
  return { ...definition, url, derivation: 'constraint' };
}

const profiles = {
  DiagnosticReport: profileOf('DiagnosticReport', holterReport, reportFacts),
  Observation: profileOf('Observation', holterObservation, observationFacts),
};

function requireCode(path: string, given: CodeableConcept | undefined, allowed: readonly string[]): void {
  const codes = (given?.coding ?? []).map(({ system = '', code = '' }) => `${system}|${code}`);
  if (given !== undefined && !codes.some((code) => allowed.includes(code)))
    throw new Error(`${path}: ${codes.join()}`);
}

function requireProfile({ meta }: Resource, url: string): void {
  if (!(meta?.profile ?? []).includes(url)) throw new Error(`meta.profile is not ${url}`);
}

function requireObservation(observation: Observation): void {
  requireProfile(observation, holterObservation);
  requireCode('code', observation.code, eventCodes);
  requireCode('value', observation.valueCodeableConcept, eventCodes);
  for (const { code, valueQuantity: quantity } of observation.component ?? []) {
    requireCode('component.code', code, componentCodes);
    const { unit, system, code: ucum } = quantity ?? {};
    const isRate = unit === 'beats/minute' && system === 'http://unitsofmeasure.org' && ucum === '/min';
    if (quantity !== undefined && !isRate) throw new Error('component.value');
  }
}

/** `known` are the Observations that the report may refer to. */
function requireReport(report: DiagnosticReport, known: readonly Resource[]): void {
  requireProfile(report, holterReport);
  requireCode('code', report.code, reportCodes);
  for (const { reference = '' } of report.result ?? []) {
    const named = known.find(({ resourceType, id = '' }) => `${resourceType}/${id}` === reference);
    if (named === undefined) throw new Error(`result: ${reference}`);
    validHolter(named);
  }
}

/** Returns the resource; throws if it does not conform. */
export function validHolter(given: unknown, known: readonly Resource[] = []): DiagnosticReport | Observation {
  const resource = validFhir(given);
  if (resource.resourceType !== 'DiagnosticReport' && resource.resourceType !== 'Observation')
    throw new Error(resource.resourceType);
  validateResource(resource, { profile: profiles[resource.resourceType] });
  if (resource.resourceType === 'Observation') requireObservation(resource);
  else requireReport(resource, known);
  return resource;
}
