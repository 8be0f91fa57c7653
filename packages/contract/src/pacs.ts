/** Defines the routes for partners that store DICOM objects (PACS), to which reports are sent by STOW-RS. */
import { z } from 'zod';
import { optionalText, rowId, text, whole } from './fields.ts';
import { defineRoutes } from './route.ts';
import { partnerUrl } from './webhooks.ts';

export const pacsSignIns = ['none', 'basic', 'bearer'] as const;

export const pacsSettings = z.strictObject({
  /** The root of its DICOMweb services; objects are sent to `/studies` below it. */
  url: partnerUrl.refine((value) => !value.includes('?')),
  sign_in: z.enum(pacsSignIns).default('none'),
  /** The user name of `basic`. */
  user: optionalText(200)
    .refine((value) => !/[:\p{Cc}]/u.test(value))
    .default(''),
  /** Sends the strips of the report too. */
  strips: z.boolean().default(true),
  /** Sends the recording too, up to 128 MB. */
  recording: z.boolean().default(false),
  /** The authorities whose certificates are trusted, as PEM; empty for those of the system. */
  ca: optionalText(40_000).default(''),
});
export type PacsSettings = z.output<typeof pacsSettings>;

const fields = {
  name: text(80),
  active: z.boolean(),
  settings: pacsSettings,
  /** The password or token; empty to keep the stored one. No response contains it. */
  secret: optionalText(8000)
    .refine((value) => !/\p{Cc}/u.test(value))
    .default(''),
};
const done = z.object({ partner_id: z.number().int(), version: z.number().int() });

export const pacsRoutes = defineRoutes({
  createPacs: {
    method: 'POST',
    path: 'integration/pacs',
    allow: 'partner.write',
    audit: 'partner.create',
    summary:
      'Creates a partner that stores DICOM objects. Every report that is released from now on is sent to it.',
    input: z.strictObject({ hospital_id: rowId, ...fields }),
    output: done,
    success: 201,
  },
  changePacs: {
    method: 'PUT',
    path: 'integration/pacs/:partner_id',
    allow: 'partner.write',
    audit: 'partner.change',
    summary:
      'Changes a partner that stores DICOM objects. What waits for it is tried at once. The secret must be given again if the host or the kind of sign-in changes.',
    input: z.strictObject({ partner_id: rowId, version: whole(1), ...fields }),
    output: done,
  },
});
