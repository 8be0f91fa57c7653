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

export function httpStatusOf(code: RefusalCode): number {
  return statusOfKind[kindOf(code)];
}
