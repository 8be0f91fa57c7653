/**
 * Reads the link of a patient's own results, asks the server for its content and decrypts it. The key is only in the
 * link's fragment, which no browser sends. Source: SMART Health Links 1.0, “SMART Health Link content”.
 */
import { healthLinkBase, healthLinkViewerRoutes } from '@rhythmdesk/contract/health-links';
import { compactDecrypt } from 'jose';
import { z } from 'zod';
import { browserAddress } from '../../platform/address/base-path.ts';

const payloadShape = z.object({ url: z.url(), key: z.string().length(43), label: z.string().optional() });
export type LinkPayload = z.output<typeof payloadShape>;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Returns null for anything but a link of this installation: the key of another one would go to a stranger. */
export function readLink(fragment: string, origin: string): LinkPayload | null {
  const coded = /^shlink:\/([A-Za-z0-9_-]+)$/.exec(fragment)?.[1];
  if (coded === undefined) return null;
  try {
    const found = payloadShape.safeParse(JSON.parse(new TextDecoder().decode(bytesOf(coded))));
    if (!found.success) return null;
    const { origin: of, pathname } = new URL(found.data.url);
    return of === origin && pathname.startsWith(browserAddress(healthLinkBase)) ? found.data : null;
  } catch {
    return null;
  }
}

const coding = z.object({ system: z.string().optional(), code: z.string().optional() });
const resource = z.discriminatedUnion('resourceType', [
  z.object({
    resourceType: z.literal('Patient'),
    name: z
      .array(z.object({ family: z.string().optional(), given: z.array(z.string()).optional() }))
      .optional(),
    birthDate: z.string().optional(),
    managingOrganization: z.object({ display: z.string().optional() }).optional(),
  }),
  z.object({
    resourceType: z.literal('DiagnosticReport'),
    issued: z.string(),
    effectivePeriod: z.object({ start: z.string(), end: z.string().optional() }).optional(),
    conclusion: z.string().optional(),
    presentedForm: z.array(z.object({ data: z.string(), title: z.string().optional() })),
  }),
  z.object({
    resourceType: z.literal('Observation'),
    code: z.object({ coding: z.array(coding), text: z.string() }),
    valueQuantity: z.object({ value: z.number(), unit: z.string() }).optional(),
    valueString: z.string().optional(),
  }),
  z.object({ resourceType: z.enum(['ServiceRequest', 'Device', 'Organization']) }),
]);
const bundleShape = z.object({ entry: z.array(z.object({ resource })) });
type LinkResource = z.output<typeof resource>;
type PatientResource = Extract<LinkResource, { resourceType: 'Patient' }>;
type ReportResource = Extract<LinkResource, { resourceType: 'DiagnosticReport' }>;
export type ObservationResource = Extract<LinkResource, { resourceType: 'Observation' }>;

export type OpenedLink = {
  readonly patient: PatientResource;
  readonly report: ReportResource;
  readonly observations: readonly ObservationResource[];
  /** The whole content, as other programs read it. */
  readonly json: string;
};

export type Opening =
  | { readonly kind: 'opened'; readonly content: OpenedLink }
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'gone' };

function contentOf(json: string): OpenedLink {
  const resources = bundleShape.parse(JSON.parse(json)).entry.map((entry) => entry.resource);
  const patient = resources.find((each) => each.resourceType === 'Patient');
  const report = resources.find((each) => each.resourceType === 'DiagnosticReport');
  if (patient === undefined || report === undefined) throw new Error('the link has no report');
  return {
    patient,
    report,
    observations: resources.filter((each) => each.resourceType === 'Observation'),
    json,
  };
}

const answerShape = healthLinkViewerRoutes.openHealthLink.output;

/** An input method may write the digits of the passcode in full width. */
const plainPasscode = (typed: string): string => typed.normalize('NFKC').trim();

/** Throws if the server does not answer, or answers with something else. */
export async function openLink({ url, key }: LinkPayload, passcode: string): Promise<Opening> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recipient: 'Rhythmdesk', passcode: plainPasscode(passcode) }),
  });
  if (response.status === 404) return { kind: 'gone' };
  const answer = answerShape.parse(await response.json());
  if ('remainingAttempts' in answer)
    return answer.remainingAttempts === 0
      ? { kind: 'gone' }
      : { kind: 'wrong', left: answer.remainingAttempts };
  const { plaintext } = await compactDecrypt(answer.files[0]?.embedded ?? '', bytesOf(key));
  return { kind: 'opened', content: contentOf(new TextDecoder().decode(plaintext)) };
}
