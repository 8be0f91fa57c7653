/**
 * The one way in which the server says an expected no: throw a `Refusal`. Status numbers are not known here;
 * `status.ts` turns the code's kind into one when the answer is written.
 */
import { messageKeyOf, type RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { Refused, Result } from '@rhythmdesk/domain/kit/result';

export type RefusalDetail = {
  /** Field name → message key. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What the refusal's words name, by name. */
  readonly figures?: Readonly<Record<string, number>>;
  /** Seconds after which a repeated call may succeed: the `Retry-After` header. */
  readonly retry_after_s?: number;
};

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: RefusalDetail;

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}

/** A refusal that stands at one field, in the refusal's own words. */
export function refuseField(code: RefusalCode, field: string): Refusal {
  return new Refusal(code, { fields: { [field]: messageKeyOf(code) } });
}

/** What the domain refused, to be thrown. */
export const refusalFrom = ({ ok: _ok, code, ...detail }: Refused): Refusal => new Refusal(code, detail);

/** The value of a domain result, or its refusal thrown. */
export function orRefuse<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw refusalFrom(result);
}
