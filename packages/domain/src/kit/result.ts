import type { RefusalCode } from './refusal.ts';

/** The expected no: a coded value, with the message key of each field at fault and its figures where there are any. */
export interface Refused {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly fields?: Readonly<Record<string, string>>;
  /** What the refusal's words name, by name. */
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
