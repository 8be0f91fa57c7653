/**
 * Defines the exception for expected errors: the server throws a `Refusal`. It contains no status number; `status.ts`
 * maps the code's kind to one when the response is written.
 */
import { messageKeyOf, type RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import type { Refused, Result } from '@rhythmdesk/domain/kit/result';

export type RefusalDetail = {
  /** Field name → message key. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The numbers that the message text contains, by name. */
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

/** Returns a refusal of one field, with the refusal's own message. */
export function refuseField(code: RefusalCode, field: string): Refusal {
  return new Refusal(code, { fields: { [field]: messageKeyOf(code) } });
}

/** Converts a refusal of the domain into one to throw. */
export const refusalFrom = ({ ok: _ok, code, ...detail }: Refused): Refusal => new Refusal(code, detail);

/** Returns the value of a domain result, or throws its refusal. */
export function orRefuse<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw refusalFrom(result);
}
