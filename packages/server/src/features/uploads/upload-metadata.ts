/**
 * Reads the fields of an upload strictly from the tus header. They are stored in the upload's row until its case
 * exists.
 */
import { uploadFields } from '@rhythmdesk/contract/uploads';
import { normaliseHnId } from '@rhythmdesk/domain/case/hn-id';
import { genders, priorities } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { Refusal } from '../../platform/http/refusal.ts';
import { readFile } from './ingest-message.ts';

const patient = z.object({
  patient_id: z.string().optional(),
  patient_first_name: z.string().optional(),
  patient_last_name: z.string().optional(),
  birth_date: z.string().optional(),
  gender: z.enum(genders).optional(),
  phone_number: z.string().optional(),
  priority: z.enum(priorities).optional(),
  comment: z.string().optional(),
});

/** Schema of `uploads.metadata`. */
export const storedMetadata = z.object({
  patient: patient.default({}),
  consent: z.boolean().default(false),
  /** True if it was made by the product's own generator. */
  synthetic: z.boolean().default(false),
  /** Files beside the zip that become files of the case, such as reference annotations. */
  extra_files: z.array(readFile).default([]),
});
export type StoredMetadata = z.output<typeof storedMetadata>;

/** Parses keys and base64 values as tus 1.0 defines them; null if the header is invalid. */
function pairsOf(header: string): Map<string, string> | null {
  const pairs = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ');
    const isBase64 = value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
    if (key === '' || more.length > 0 || !isBase64 || pairs.has(key)) return null;
    try {
      pairs.set(key, new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64')));
    } catch {
      return null;
    }
  }
  return pairs;
}

type Field = [name: string, message: string];

function faultOf({ issues }: z.ZodError, given: ReadonlyMap<string, string>): Refusal {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknown.length > 0) {
    const fields = unknown.map((key): Field => [key, 'refusal.input.field-unknown']);
    return new Refusal('input/field-unknown', { fields: Object.fromEntries(fields) });
  }
  const names = issues.map(({ path }) => String(path[0] ?? 'input'));
  const missing = names.some((name) => !given.has(name));
  const fields = names.map((name): Field => [
    name,
    given.has(name) ? 'refusal.input.invalid' : 'alert.required',
  ]);
  return new Refusal(missing ? 'input/field-missing' : 'input/invalid', {
    fields: Object.fromEntries(fields),
  });
}

export type UploadInput = {
  readonly filename: string;
  readonly hn_id: string;
  readonly hospital_id: number | undefined;
  /** True if the analysis is to be requested as soon as the case is ready. */
  readonly with_request: boolean;
  readonly metadata: StoredMetadata;
};

export function hnIdOf(typed: string): string {
  const hn_id = normaliseHnId(typed);
  if (hn_id !== null) return hn_id;
  throw new Refusal('case/hn-id-invalid', { fields: { hn_id: 'refusal.case.hn-id-invalid' } });
}

/** Parses an `Upload-Metadata` header, or throws the refusal that names the wrong field. */
export function readMetadata(header: string | undefined): UploadInput {
  const pairs = pairsOf(header ?? '');
  if (pairs === null) throw new Refusal('upload/protocol');
  const parsed = uploadFields.safeParse(Object.fromEntries(pairs));
  if (!parsed.success) throw faultOf(parsed.error, pairs);
  const { filename, hn_id, hospital_id, consent, request, ...fields } = parsed.data;
  if (!/\.zip$/i.test(filename)) {
    throw new Refusal('upload/extension', { fields: { filename: 'refusal.upload.extension' } });
  }
  const filled = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return {
    filename,
    hn_id: hnIdOf(hn_id),
    hospital_id,
    with_request: request === 'true',
    metadata: storedMetadata.parse({ patient: Object.fromEntries(filled), consent: consent === 'true' }),
  };
}
