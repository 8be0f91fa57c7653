/**
 * Decides when a patient's consent may be given or withdrawn. An institution asks for consent in one way or not at all.
 * A consent can be withdrawn until the case is completed. Source: decisions, section 6.
 */
import type { RefusalCode } from '../kit/refusal.ts';

/**
 * Limits the links to one patient. More than a wrong number and a lost message explain would bother the patient and
 * cost money.
 */
export const consentLinkLimits = { links: 5, hours: 24 } as const;

/**
 * How an institution collects consent: not at all, on paper kept by staff, at the bedside, or by a link to the
 * patient's phone.
 */
export const agreeTypes = ['NONE', 'PAPER', 'SCREEN', 'MOBILE'] as const;
export type AgreeType = (typeof agreeTypes)[number];

export type AgreementFacts = {
  /** The way in which the institution asks for consent. */
  readonly required: AgreeType;
  /** A consent is in force. */
  readonly given: boolean;
  readonly closed: boolean;
  /** The case was completed at least once. */
  readonly confirmed: boolean;
};

/** Returns why a consent cannot be given in this way now, or null. */
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

/** Returns why a consent cannot be withdrawn now, or null. */
export function withdrawingFault({
  given,
  closed,
  confirmed,
}: Omit<AgreementFacts, 'required'>): RefusalCode | null {
  if (!given) return 'agreement/withdrawn';
  if (confirmed) return 'agreement/case-complete';
  return closed ? 'case/closed' : null;
}

/**
 * Returns a name in the form used for comparison: without character width, case, spaces and signs between the words.
 */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,・･'’-]/g, '');

/** Checks whether this is the patient's name, with the family name first or last. */
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
