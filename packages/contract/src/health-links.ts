/**
 * Defines the routes for a patient's own copy of the results (SMART Health Links): making and ending links, and what a
 * link opens. The names of fields that a viewer sends and receives are those of the standard.
 *
 * The link is `shlink:/` and its fields as base64url. They contain the address of the manifest and the key of the
 * content. The passcode is not in it.
 */
import { healthLinkDays, healthLinkEndings } from '@rhythmdesk/domain/report/health-links';
import { z } from 'zod';
import { done, instant, rowId } from './fields.ts';
import { defineRoutes, type OutputOf } from './route.ts';

/** Below this address links are opened. */
export const healthLinkBase = '/shl/';
export const healthLinkMediaType = 'application/fhir+json';

const link = z.object({
  health_link_id: z.number().int(),
  state: z.enum(['open', 'expired', ...healthLinkEndings]),
  created_by: z.string(),
  created_at: instant,
  expires_at: instant,
  /** How often the results were opened with the link, and when last. */
  opened_count: z.number().int(),
  opened_at: instant.nullable(),
});
export type HealthLink = z.output<typeof link>;

export const healthLinkRoutes = defineRoutes({
  healthLinks: {
    method: 'GET',
    path: 'case/case/:case_id/health-links',
    allow: 'agreement.write',
    audit: 'health-link.list',
    summary: 'Lists the links to the results of a case that were made for the patient, newest first.',
    input: z.strictObject({ case_id: rowId }),
    output: z.object({ items: z.array(link) }),
  },
  createHealthLink: {
    method: 'POST',
    path: 'case/case/:case_id/health-links',
    allow: 'agreement.write',
    audit: 'health-link.create',
    summary:
      'Makes a link to the results of a case with a released report, for the patient. Link and passcode are returned once.',
    input: z.strictObject({
      case_id: rowId,
      days: z.literal([...healthLinkDays]),
      /** The address of the page; needed if the installation does not know its own. */
      origin: z
        .string()
        .regex(/^https?:\/\/[^/?#\s]{1,200}$/)
        .optional(),
    }),
    output: z.object({
      health_link_id: z.number().int(),
      /** The address of a page that opens the link, with the link in its fragment. */
      link: z.string(),
      passcode: z.string(),
      expires_at: instant,
    }),
    success: 201,
  },
  revokeHealthLink: {
    method: 'DELETE',
    path: 'case/case/:case_id/health-links/:health_link_id',
    allow: 'agreement.write',
    audit: 'health-link.revoke',
    summary: 'Ends a link at once.',
    input: z.strictObject({ case_id: rowId, health_link_id: rowId }),
    output: done,
  },
});
export type MadeHealthLink = OutputOf<typeof healthLinkRoutes.createHealthLink>;

const file = z.object({
  contentType: z.literal(healthLinkMediaType),
  /** The content as compact JWE (`dir`, `A256GCM`), or where it can be read for an hour. */
  embedded: z.string().optional(),
  location: z.string().optional(),
});
const manifest = z.object({ files: z.array(file) });
export type HealthLinkManifest = z.output<typeof manifest>;

const secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** The routes that viewers call, below `healthLinkBase`. */
export const healthLinkViewerRoutes = defineRoutes({
  openHealthLink: {
    method: 'POST',
    path: ':secret',
    allow: 'anyone',
    audit: 'health-link.open',
    summary:
      'Returns the manifest of a link, or with status 401 how many passcodes may still be tried. A link that does not work is not found.',
    document: 'request',
    headed: true,
    input: z.strictObject({
      secret,
      // A viewer may send fields that later versions of the standard define.
      request: z.looseObject({
        recipient: z.string().max(300),
        passcode: z.string().max(100).optional(),
        embeddedLengthMax: z.number().int().min(0).optional(),
      }),
    }),
    output: z.union([manifest, z.object({ remainingAttempts: z.number().int() })]),
  },
  readHealthLinkFile: {
    method: 'GET',
    path: 'files/:health_link_id/:until/:ticket',
    allow: 'anyone',
    audit: 'health-link.open',
    summary: 'Returns the encrypted content that a manifest names.',
    input: z.strictObject({
      health_link_id: rowId,
      /** Seconds since 1970. */
      until: z.coerce.number().int().min(0).max(99_999_999_999),
      ticket: secret,
    }),
    output: { binary: 'application/jose' },
  },
});
export type HealthLinkViewerRoutes = typeof healthLinkViewerRoutes;
