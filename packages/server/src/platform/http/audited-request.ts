/** Describes a request as a call for the audit log, and records its refusals. */
import type { AuditAct } from '@rhythmdesk/domain/audit/acts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { beginCall, inAuditedCall, type AuditedCall } from '../audit/audited-call.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Clock } from '../clock/clock.ts';
import { withoutZone } from './caller-address.ts';
import { isCommitted } from './idempotency.ts';
import { Refusal } from './refusal.ts';

export type Auditing = { readonly clock: Clock; readonly audit: AuditTrail };

const mostUserAgent = 400;

export function auditedRequest(
  name: string,
  act: AuditAct | 'none',
  { ip, id: request_id, headers }: FastifyRequest,
  { clock }: Auditing,
): AuditedCall {
  const user_agent = headers['user-agent']?.slice(0, mostUserAgent) ?? '';
  return beginCall({ name, act, address: withoutZone(ip), user_agent, request_id, now: clock.now });
}

/** Does the work as part of this call, and records a refusal of authorisation. */
export async function refusalsAudited<Result>(
  call: AuditedCall,
  { audit }: Auditing,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await inAuditedCall(call, work);
  } catch (fault) {
    if (fault instanceof Refusal) audit.refused(call, fault.code);
    throw fault;
  }
}

/** Records the case that a call is about, from its own input. */
export function noteInput({ noted }: AuditedCall, { case_id }: Readonly<Record<string, unknown>>): void {
  if (typeof case_id === 'number') noted.case_id = case_id;
}

const shownShape = z.object({ items: z.array(z.object({ case_id: z.number().int() })).min(1) });

/** Records the cases of a list in the response. */
export function noteShown({ noted }: AuditedCall, given: unknown): void {
  const shown = shownShape.safeParse(isCommitted(given) ? given.value : given);
  if (shown.success) noted.case_ids ??= shown.data.items.map(({ case_id }) => case_id);
}
