import type { RefusalCode } from './refusal.ts';

/** An expected error: a refusal code, the message key of each invalid field, and figures if the message needs any. */
export interface Refused {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly fields?: Readonly<Record<string, string>>;
  /** The numbers that the message text contains, by name. */
  readonly figures?: Readonly<Record<string, number>>;
}

export interface Accepted<Value> {
  readonly ok: true;
  readonly value: Value;
}

export type Result<Value> = Accepted<Value> | Refused;

export function accept<Value>(value: Value): Accepted<Value> {
  return { ok: true, value };
}

export function refuse(code: RefusalCode, fields?: Readonly<Record<string, string>>): Refused {
  return fields === undefined ? { ok: false, code } : { ok: false, code, fields };
}
