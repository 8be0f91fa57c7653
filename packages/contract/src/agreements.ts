/**
 * Defines the routes for a patient's consent to the analysis: requesting it, giving it at the bedside, on paper or by
 * link, and withdrawing it.
 */
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { z } from 'zod';
import { calendarDate, done, instant, rowId, text, whole } from './fields.ts';
import { defineRoutes, type OutputOf, type ParsedOf } from './route.ts';

/** The size of the signature field in its own units, and the maximum numbers of strokes and points. */
export const signatureField = { width: 1000, height: 400, strokes: 100, points: 4000 } as const;

const point = z.tuple([whole(0, signatureField.width), whole(0, signatureField.height)]);

/** A drawn signature: a list of strokes, each a list of points measured from the upper left corner of the field. */
const signature = z
  .array(z.array(point).min(1))
  .min(1)
  .max(signatureField.strokes)
  .refine((strokes) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= signatureField.points);
export type Signature = z.output<typeof signature>;

const language = z.enum(languages);

/** The secret of a consent link: 256 bits as base64url. */
const linkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** The patient as the specification sends it, with `case_id` if the page knows the case. */
const patient = {
  name: text(120),
  birthday: calendarDate,
  patient_id: text(64),
  patient_phone_number: z.string().trim().max(32),
  agree_type: z.enum(agreeTypes),
  case_id: rowId.optional(),
};

/**
 * The text that the patient agreed to, and how: with a drawn signature, or with the typed name of a patient who cannot
 * draw.
 */
const consent = {
  language,
  text_version: text(20),
  signed_name: text(120).optional(),
  signature: signature.optional(),
};

const words = z.object({
  text_version: z.string(),
  texts: z.record(
    language,
    z.object({
      title: z.string(),
      lead: z.string(),
      paragraphs: z.array(z.string()),
      declaration: z.string(),
    }),
  ),
});
export type ConsentWords = z.output<typeof words>;

const givenAgreement = z.object({
  agree_type: z.enum(agreeTypes),
  agreed_at: instant,
  language: language,
  text_version: z.string(),
  signed_name: z.string().nullable(),
  witnessed_by: z.string().nullable(),
  /** The document in the case's files; null while it is being created. */
  file_id: z.number().int().nullable(),
  withdrawn_at: instant.nullable(),
  withdraw_reason: z.string().nullable(),
});
export type GivenAgreement = z.output<typeof givenAgreement>;

const sentLink = z.object({
  state: z.enum(['sending', 'open', 'agreed', 'declined', 'expired']),
  /** The last digits only; the whole number is the patient's. */
  phone_end: z.string(),
  created_at: instant,
  expires_at: instant,
});
export type SentLink = z.output<typeof sentLink>;

const state = words.extend({
  agree_type: z.enum(agreeTypes),
  case_id: z.number().int(),
  hn_id: z.string(),
  hospital_name: z.string(),
  version: z.number().int(),
  patient: z.object({
    first_name: z.string(),
    last_name: z.string(),
    birthday: z.string().nullable(),
    patient_id: z.string().nullable(),
    phone_number: z.string().nullable(),
  }),
  /** The consent in force, or the last one that was withdrawn. */
  agreement: givenAgreement.nullable(),
  link: sentLink.nullable(),
  may_withdraw: z.boolean(),
  /** Characters of the names and the patient ID that the document of the consent prints as a mark. */
  unprintable: z.array(z.string()),
});
export type AgreementState = z.output<typeof state>;

export const agreementRoutes = defineRoutes({
  askAgreement: {
    method: 'POST',
    path: 'user/patient/request',
    allow: 'agreement.write',
    audit: 'consent.ask',
    summary:
      'Sends the patient a one-time link to the consent (agree_type MOBILE). An earlier link becomes invalid.',
    input: z.strictObject({ ...patient, language: language.optional() }),
    output: z.object({ case_id: z.number().int(), expires_at: instant }),
    idempotent: true,
  },
  giveAgreement: {
    method: 'POST',
    path: 'user/patient/agreement',
    allow: 'agreement.write',
    audit: 'consent.give',
    summary:
      'Stores a consent: signed on this screen (SCREEN), or on a paper that staff keep (PAPER). A consent on this screen of which only the patient is sent is to the current text in the language of the request, signed with the typed name.',
    input: z.strictObject({ ...patient, ...z.object(consent).partial().shape }),
    output: z.object({ case_id: z.number().int(), version: z.number().int() }),
    idempotent: true,
  },
  readAgreement: {
    method: 'GET',
    path: 'user/patient/agreement',
    allow: 'agreement.write',
    audit: 'consent.read',
    summary: 'Returns the consent of one case: what is required, what was given, what is in progress.',
    input: z.strictObject({ case_id: rowId }),
    output: state,
  },
  withdrawAgreement: {
    method: 'DELETE',
    path: 'user/patient/agreement',
    allow: 'agreement.write',
    audit: 'consent.withdraw',
    summary: 'Withdraws the consent of a case that is not complete. The case is closed with the reason.',
    input: z.strictObject({ case_id: rowId, version: whole(1), reason: text(2000) }),
    output: z.object({ case_id: z.number().int(), version: z.number().int() }),
  },
  readConsent: {
    method: 'POST',
    path: 'consent/link',
    allow: 'anyone',
    audit: 'consent.read',
    summary:
      'Returns the content of the page of a consent link: the text, and no more patient data than needed.',
    input: z.strictObject({ token: linkToken }),
    output: words.extend({
      language,
      masked_name: z.string(),
      hospital_name: z.string(),
      recording_days: z.number().int().nullable(),
      recorded_on: z.string().nullable(),
      expires_at: instant,
      support_phone: z.string(),
    }),
  },
  answerConsent: {
    method: 'POST',
    path: 'consent/answer',
    allow: 'anyone',
    audit: 'consent.answer',
    summary: 'Accepts or declines a consent by its link, once.',
    input: z.strictObject({ token: linkToken, agreed: z.boolean(), ...z.object(consent).partial().shape }),
    output: done,
  },
});

export type PatientConsent = OutputOf<typeof agreementRoutes.readConsent>;
export type GiveAgreement = ParsedOf<typeof agreementRoutes.giveAgreement>;
export type AnswerConsent = ParsedOf<typeof agreementRoutes.answerConsent>;
