/**
 * Maps refusal kinds to HTTP status numbers. No other module contains status numbers. Source: decisions, section 1; for
 * 503 docs/decisions/0110.
 */
import { kindOf, type RefusalCode, type RefusalKind } from '@rhythmdesk/domain/kit/refusal';

export const statusOfKind = {
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  refused: 406,
  conflict: 409,
  gone: 410,
  'no-report': 416,
  invalid: 422,
  fault: 500,
  busy: 503,
} as const satisfies Record<RefusalKind, number>;

/** Statuses of the FHIR interface, as its specification requires where they differ. */
const fhirStatusOfKind: Readonly<Record<RefusalKind, number>> = {
  ...statusOfKind,
  refused: 422,
  'no-report': 404,
  invalid: 400,
};

const fhirStatusOfCode: { readonly [Code in RefusalCode]?: number } = {
  /** `If-Match` named another version. */
  'case/stale-version': 412,
  'input/media-type': 415,
  'input/answer-type': 406,
};

export const fhirStatusOf = (code: RefusalCode): number =>
  fhirStatusOfCode[code] ?? fhirStatusOfKind[kindOf(code)];

export function httpStatusOf(code: RefusalCode): number {
  return statusOfKind[kindOf(code)];
}
