/**
 * When a patient's consent may be given or withdrawn. Source: decisions, section 6: an institution asks for it in one
 * way or not at all, and it can be withdrawn before completion.
 */
import type { RefusalCode } from '../kit/refusal.ts';

/** How an institution takes consents: not, on paper that staff hold, at the bedside, by a link to the patient's phone. */
/** Links to one patient: more than a wrong number and a lost message explain are a nuisance, and cost money. */
export const consentLinkLimits = { links: 5, hours: 24 } as const;

export const agreeTypes = ['NONE', 'PAPER', 'SCREEN', 'MOBILE'] as const;
export type AgreeType = (typeof agreeTypes)[number];

export type AgreementFacts = {
  /** What the institution asks for. */
  readonly required: AgreeType;
  /** There is a consent in force. */
  readonly given: boolean;
  readonly closed: boolean;
  /** The case was completed once. */
  readonly confirmed: boolean;
};

/** Why a consent cannot be given this way now, or null. */
export function givingFault(
  { required, given, closed, confirmed }: AgreementFacts,
  way: AgreeType,
): RefusalCode | null {
  if (required === 'NONE') return 'agreement/not-asked';
  if (required !== way) return 'agreement/method';
  if (given) return 'agreement/given-already';
  if (closed) return 'case/closed';
  return confirmed ? 'case/wrong-state' : null;
}

/** Why a consent cannot be withdrawn now, or null. */
export function withdrawingFault({
  given,
  closed,
  confirmed,
}: Omit<AgreementFacts, 'required'>): RefusalCode | null {
  if (!given) return 'agreement/withdrawn';
  if (confirmed) return 'agreement/case-complete';
  return closed ? 'case/closed' : null;
}

/** Names as they are compared: without width, case, spaces and signs between the words. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,・･'’-]/g, '');

/** Is this the patient's name, family name first or last? */
export function isNameOf(
  patient: { readonly patient_first_name: string | null; readonly patient_last_name: string | null },
  name: string,
): boolean {
  const [first, last] = [
    plainName(patient.patient_first_name ?? ''),
    plainName(patient.patient_last_name ?? ''),
  ];
  const given = plainName(name);
  return given !== '' && (given === `${last}${first}` || given === `${first}${last}`);
}
