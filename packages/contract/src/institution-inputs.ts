/** Defines the input fields of an institution. */
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { twoFactorRules, type InstitutionField } from '@rhythmdesk/domain/people/institution-fields';
import { reportSections } from '@rhythmdesk/domain/report/report-form';
import { groupTypes } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { optionalText, rowId, text, timeZone, whole } from './fields.ts';

export const registerCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{2,19}$/);
/** 150 kB. */
const logoBase64 = 200_000;

/** The input of each field; an absent one is not changed. */
export const institutionFieldInputs = {
  name: text(120),
  type: z.enum(groupTypes),
  register_code: registerCode,
  region: text(80),
  postcode: text(20),
  address: text(200),
  time_zone: timeZone,
  description: optionalText(2000),
  department: optionalText(80),
  assigned_group: z.array(rowId).max(500),
  tech_center_id: rowId.nullable(),
  agree_type: z.enum(agreeTypes),
  charging_unit_id: rowId.nullable(),
  billing_address: optionalText(300),
  billing_email: z.union([z.literal(''), z.email().max(120)]),
  tax_rate_bp: whole(0, 10_000),
  invoice_language: z.enum(languages).nullable(),
  tax_number: optionalText(40),
  bank_account: optionalText(200),
  analysis_ratio: whole(0, 100).nullable(),
  takes_others_share: z.boolean(),
  verification_required: z.boolean(),
  coverage_minimum: whole(1, 100).nullable(),
  second_reading_share: whole(1, 100).nullable(),
  turnaround_normal_h: whole(1, 720),
  turnaround_urgent_h: whole(1, 720),
  letterhead: optionalText(400),
  /** A PNG as base64; an empty text removes it. */
  logo: z.union([z.literal(''), z.base64().max(logoBase64)]),
  report_sections: z
    .array(z.enum(reportSections))
    .max(reportSections.length)
    .refine((sections) => new Set(sections).size === sections.length),
  immediate_sign_up: z.boolean(),
  provider_sign_up: z.boolean(),
  two_factor: z.enum(twoFactorRules),
  idle_minutes: whole(5, 60).nullable(),
} satisfies Record<InstitutionField, z.ZodType>;
export const someFields = z.strictObject(institutionFieldInputs).partial();
