/** Names every error that can occur between a browser and its push messages. Source: specification, section 8. */
export const pushFaults = [
  'missing-config',
  'permission-default',
  'permission-blocked',
  'unsupported-browser',
  'indexed-db-unsupported',
  'worker-failed',
  'subscribe-failed',
  'unsubscribe-failed',
  'update-failed',
  'invalid-vapid-key',
] as const;
export type PushFaultCode = (typeof pushFaults)[number];

export class PushFault extends Error {
  readonly code: PushFaultCode;
  constructor(code: PushFaultCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'PushFault';
    this.code = code;
  }
}
