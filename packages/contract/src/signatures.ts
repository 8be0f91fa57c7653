/**
 * Defines the routes for signatures of reports (who signed, with which statement and certificate) and for the
 * certificates of centers.
 */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { certificateStates, seals, signingActs } from '@rhythmdesk/domain/report/signing';
import { z } from 'zod';
import { certificateInstant, instant, rowId, whole } from './fields.ts';
import { groupName, personName } from './people.ts';
import { defineRoutes } from './route.ts';

export const certificateName = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** SHA-256, hexadecimal. */
  fingerprint: z.string(),
  not_after: certificateInstant,
});

export const reportSignature = z.object({
  signed_by: personName,
  signed_at: instant,
  act: z.enum(signingActs),
  language: z.enum(languages),
  /** The statement shown beside the password. */
  meaning: z.string(),
  /** The digest of the signed bytes. */
  sha256: z.string(),
  seal: z.enum(seals),
  certificate: certificateName.nullable(),
});
export type ReportSignature = z.output<typeof reportSignature>;

const centerCertificate = certificateName.extend({
  certificate_id: z.number().int(),
  not_before: certificateInstant,
  state: z.enum(certificateStates),
  created_by: personName,
  created_at: instant,
  removed_by: personName.nullable(),
  removed_at: instant.nullable(),
});
export type CenterCertificate = z.output<typeof centerCertificate>;

const centerCertificates = z.object({
  center: groupName,
  present: centerCertificate
    .extend({
      /** False if another installation encrypted its key; it then cannot sign here. */
      readable: z.boolean(),
    })
    .nullable(),
  /** Removed certificates, the latest first. */
  earlier: z.array(centerCertificate),
});
export type CenterCertificates = z.output<typeof centerCertificates>;

/** The result of verifying a signed version. */
const proof = z.object({
  report_version: z.number().int(),
  /** The file has the same bytes as the signed one. */
  intact: z.boolean(),
  /** The signature in the file, checked with the stored certificate; `absent` if there is none. */
  in_file: z.enum(['valid', 'broken', 'absent']),
});
export type ReportProof = z.output<typeof proof>;

/** As base64. A certificate with its chain has a few kilobytes. */
const longestPkcs12 = 90_000;

export const signatureRoutes = defineRoutes({
  signing: {
    method: 'GET',
    path: 'case/case/:case_id/signing',
    allow: 'case.complete',
    audit: 'none',
    summary: 'Returns with what the newest report of a case would be signed now.',
    input: z.strictObject({ case_id: rowId }),
    output: z.object({
      seal: z.enum(seals),
      certificate: certificateName.extend({ state: z.enum(certificateStates) }).nullable(),
    }),
  },
  proveReport: {
    method: 'GET',
    path: 'case/case/:case_id/report/proof',
    allow: 'file.report',
    audit: 'report.read',
    summary:
      'Verifies the signature of a report version: the stored bytes against the signed ones, and the signature in them. 404 if it is not signed.',
    input: z.strictObject({ case_id: rowId, report_version: whole(1) }),
    output: proof,
  },
  centerCertificates: {
    method: 'GET',
    path: 'user/usergroup/:id/certificates',
    allow: 'institution.certificate',
    audit: 'none',
    summary: 'Returns the certificate with which a center signs its reports, and its earlier ones.',
    input: z.strictObject({ id: rowId }),
    output: centerCertificates,
  },
  addCertificate: {
    method: 'POST',
    path: 'user/usergroup/:id/certificates',
    allow: 'institution.certificate',
    audit: 'certificate.add',
    summary:
      'Sets a center’s certificate in place of the present one: a PKCS#12 file (as base64) with key, certificate and chain, and its password, which is not stored.',
    input: z.strictObject({
      id: rowId,
      pkcs12: z.base64().min(1).max(longestPkcs12),
      password: z.string().max(256),
    }),
    output: centerCertificate,
  },
  removeCertificate: {
    method: 'DELETE',
    path: 'user/usergroup/:id/certificates/:certificate_id',
    allow: 'institution.certificate',
    audit: 'certificate.remove',
    summary: 'Removes the certificate of a center and deletes its key. Existing signatures stay valid.',
    input: z.strictObject({ id: rowId, certificate_id: rowId }),
    output: z.object({ ok: z.literal(true) }),
  },
});
