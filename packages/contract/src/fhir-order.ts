/**
 * Defines what other systems send to the FHIR interface: a ServiceRequest with its Patient, and a transaction of them.
 *
 * Every element of R4 is accepted, and those that the product does not store have no effect. An unknown element, a
 * modifier (`modifierExtension`, `implicitRules`) and `doNotPerform` are refused, because ignoring one could reverse the
 * meaning of the order.
 */
import { z } from 'zod';

const uri = z.string().max(300);
const word = z.string().max(500);
const coding = z.looseObject({ system: uri.optional(), code: word.optional(), display: word.optional() });
const concept = z.looseObject({ coding: z.array(coding).max(20).optional(), text: z.string().optional() });
const identifier = z.looseObject({
  system: uri.optional(),
  value: z.string().max(200).optional(),
  type: concept.optional(),
});
const reference = z.looseObject({
  reference: uri.optional(),
  identifier: identifier.optional(),
  display: word.optional(),
});
const humanName = z.looseObject({
  use: z.string().optional(),
  text: word.optional(),
  family: word.optional(),
  given: z.array(word).max(10).optional(),
  extension: z.array(z.looseObject({ url: uri, valueCode: z.string().optional() })).optional(),
});
const contactPoint = z.looseObject({ system: z.string().optional(), value: word.optional() });

/** Elements that every resource may have. */
const ofResource = 'resourceType id meta language text contained extension';

/** Accepts an object whose elements are among these; an element of a primitive type may have its `_` beside it. */
function withElements<Shape extends z.ZodRawShape>(names: string, shape: Shape) {
  const known = new Set(`${ofResource} ${names}`.split(' '));
  return z.looseObject(shape).superRefine((given, context) => {
    const keys = Object.keys(given).filter((key) => !known.has(key.replace(/^_/, '')));
    if (keys.length > 0) context.addIssue({ code: 'unrecognized_keys', keys, path: [], input: given });
  });
}

export const fhirPatientInput = withElements(
  'identifier active name telecom gender birthDate deceasedBoolean deceasedDateTime address maritalStatus multipleBirthBoolean multipleBirthInteger photo contact communication generalPractitioner managingOrganization link',
  {
    resourceType: z.literal('Patient'),
    id: word.optional(),
    identifier: z.array(identifier).max(20).optional(),
    name: z.array(humanName).max(20).optional(),
    telecom: z.array(contactPoint).max(20).optional(),
    gender: z.enum(['male', 'female', 'other', 'unknown']).optional(),
    birthDate: z.iso.date().optional(),
  },
);
export type FhirPatientInput = z.output<typeof fhirPatientInput>;

export const serviceRequestInput = withElements(
  'identifier instantiatesCanonical instantiatesUri basedOn replaces requisition status intent category priority doNotPerform code orderDetail quantityQuantity quantityRatio quantityRange subject encounter occurrenceDateTime occurrencePeriod occurrenceTiming asNeededBoolean asNeededCodeableConcept authoredOn requester performerType performer locationCode locationReference reasonCode reasonReference insurance supportingInfo specimen bodySite note patientInstruction relevantHistory',
  {
    resourceType: z.literal('ServiceRequest'),
    id: z.string().max(64).optional(),
    contained: z
      .array(z.looseObject({ resourceType: z.string(), id: z.string().max(64) }))
      .max(20)
      .optional(),
    identifier: z.array(identifier).max(5).optional(),
    status: z.enum(['draft', 'active', 'revoked']),
    intent: z.enum(['order', 'original-order', 'filler-order', 'instance-order']),
    priority: z.enum(['routine', 'urgent', 'asap', 'stat']).optional(),
    doNotPerform: z.literal(false).optional(),
    subject: reference,
    requester: reference.optional(),
    reasonCode: z.array(concept).max(20).optional(),
    note: z
      .array(z.looseObject({ text: z.string() }))
      .max(20)
      .optional(),
  },
);
export type ServiceRequestInput = z.output<typeof serviceRequestInput>;

const transactionEntry = z.looseObject({
  fullUrl: uri.optional(),
  resource: z.union([
    z.looseObject({ resourceType: z.literal('Patient') }),
    z.looseObject({ resourceType: z.literal('ServiceRequest') }),
  ]),
  request: z.looseObject({
    method: z.literal('POST'),
    url: z.enum(['Patient', 'ServiceRequest']),
    ifNoneExist: z.string().max(600).optional(),
  }),
});

/** New orders, with the patients that they refer to by `fullUrl`. All of them are created, or none. */
export const transactionInput = withElements('identifier type timestamp total link entry signature', {
  resourceType: z.literal('Bundle'),
  type: z.literal('transaction'),
  entry: z.array(transactionEntry).min(1).max(40),
});
export type TransactionInput = z.output<typeof transactionInput>;
