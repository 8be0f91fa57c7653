/**
 * Defines the routes of data protection: what is stored of one patient, a copy of it, its erasure, how long data is kept,
 * and recordings for research under pseudonyms.
 */
import { erasedKinds, keepingReasons, keptKindNames } from '@rhythmdesk/domain/privacy/erasure';
import { retentionKinds } from '@rhythmdesk/domain/privacy/retention';
import { z } from 'zod';
import { calendarDate, instant, noInput, rowId, text } from './fields.ts';
import { proofFields } from './passkeys.ts';
import { defineRoutes, type OutputOf } from './route.ts';

const patient = { hospital_id: rowId, patient_id: text(64) };

const patientCase = z.object({
  case_id: z.number().int(),
  hn_id: z.string(),
  listed_at: instant,
  /** Somebody works on it, so the patient cannot be erased yet. */
  open: z.boolean(),
  /** The last day on which its released reports stay after an erasure; null if none stays. */
  report_until: z.string().nullable(),
});

const preview = z.object({
  hospital_name: z.string(),
  patient_name: z.string(),
  cases: z.array(patientCase),
  erased: z.array(z.object({ kind: z.enum(erasedKinds), count: z.number().int() })),
  kept: z.array(
    z.object({
      kind: z.enum(keptKindNames),
      reason: z.enum(keepingReasons),
      count: z.number().int(),
    }),
  ),
  /** Names exactly these numbers; an erasure sends it back. */
  digest: z.string(),
});
export type PatientPreview = OutputOf<typeof privacyRoutes.patientData>;

const erasure = z.object({
  erasure_id: z.number().int(),
  hospital_name: z.string(),
  pseudonym: z.string(),
  reason: z.string(),
  requested_by: z.string(),
  requested_at: instant,
  finished_at: instant.nullable(),
  cases: z.number().int(),
  cases_erased: z.number().int(),
  files_removed: z.number().int().nullable(),
  /** The last day of the reports that stay; null if none does. */
  report_until: z.string().nullable(),
  erased: z.array(z.object({ kind: z.enum(erasedKinds), count: z.number().int() })),
});
export type PatientErasure = z.output<typeof erasure>;

const retentionRow = z.object({
  kind: z.enum(retentionKinds),
  concerns: z.enum(['patient', 'account', 'installation']),
  ends: z.enum(['after', 'erasure', 'account', 'never', 'operator']),
  /** The time if it ends after one. */
  amount: z.number().int().nullable(),
  unit: z.enum(['days', 'years']).nullable(),
  /** The setting that decides. */
  setting: z.string().nullable(),
});

export const researchFormats = ['wfdb', 'edf'] as const;

const zip = { binary: 'application/zip' } as const;

export const privacyRoutes = defineRoutes({
  patientData: {
    method: 'GET',
    path: 'privacy/patient',
    allow: 'patient.export',
    audit: 'patient.read',
    summary:
      'Counts what is stored of one patient of a hospital: what an erasure would remove, and what would stay and why.',
    input: z.strictObject(patient),
    output: preview,
  },
  exportPatient: {
    method: 'GET',
    path: 'privacy/patient/export',
    allow: 'patient.export',
    audit: 'patient.export',
    summary:
      'Returns a copy of everything stored of one patient as a zip with a readable index: cases, recordings, files, consents, accesses. `POST export` makes it in the background for more than one case.',
    input: z.strictObject({ ...patient, reason: text(2000) }),
    output: zip,
  },
  erasePatient: {
    method: 'POST',
    path: 'privacy/erasures',
    allow: 'patient.erase',
    audit: 'patient.erase',
    summary:
      'Erases one patient of a hospital, as the preview with this `digest` counted it. The patient ID is repeated in `confirmed_id`, and the caller proves the identity again: by the own password, a passkey or the provider.',
    input: z.strictObject({
      ...patient,
      confirmed_id: text(64),
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      reason: text(2000),
      password: z.string().max(256).optional(),
      ...proofFields,
    }),
    output: erasure,
    success: 201,
  },
  erasures: {
    method: 'GET',
    path: 'privacy/erasures',
    allow: 'patient.erase',
    audit: 'patient.read',
    summary: 'Returns the protocols of all erasures, the newest first, at most 200.',
    input: noInput,
    output: z.object({ items: z.array(erasure), total: z.number().int() }),
  },
  retention: {
    method: 'GET',
    path: 'privacy/retention',
    allow: 'patient.export',
    audit: 'none',
    summary: 'Returns how long each kind of data is kept in this installation.',
    input: noInput,
    output: z.object({ items: z.array(retentionRow) }),
  },
  exportResearch: {
    method: 'GET',
    path: 'privacy/research/export',
    allow: 'research.export',
    audit: 'research.export',
    summary:
      'Returns the recordings of completed cases of a period as a zip for research: pseudonyms, dates shifted for each patient, no free texts. `POST export` makes it in the background for more than one case.',
    input: z.strictObject({
      hospital_id: rowId.optional(),
      from_time: calendarDate,
      to_time: calendarDate,
      format: z.enum(researchFormats).default('wfdb'),
    }),
    output: zip,
  },
});
