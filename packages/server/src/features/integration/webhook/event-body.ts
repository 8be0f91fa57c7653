/**
 * Writes the body of a webhook: what happened, ids and links. The results of a report, and what a critical finding is,
 * are added only if the partner's settings ask for them.
 */
import type { WebhookSettings } from '@rhythmdesk/contract/webhooks';
import { testEvent, webhookTypes } from '@rhythmdesk/domain/integration/webhook-events';
import type { Result } from '@rhythmdesk/domain/results/result-table';
import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../../platform/db/database.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import { criticalFindings } from '../../../platform/db/schema/critical.ts';
import type { partnerMessages } from '../../../platform/db/schema/partners.ts';
import { readReleased, type ReleasedReports } from '../released-reports.ts';

type MessageRow = typeof partnerMessages.$inferSelect;
type Options = { readonly settings: WebhookSettings; readonly base: string };

function resultOf({ code, row, value }: Result) {
  const { loinc, unit } = row;
  const [name] = row.texts.en;
  return { code, name, value, unit, ...(loinc === undefined ? {} : { loinc: loinc.code }) };
}

type Reads = {
  readonly hnIdOf: ReadonlyMap<number, string>;
  readonly reports: ReleasedReports;
};

function reportFields(
  message: MessageRow & { readonly case_id: number; readonly report_version: number },
  { settings, base }: Options,
  { reports }: Reads,
) {
  const { case_id, report_version } = message;
  const fhir = `${base}/fhir/R4`;
  return {
    report_version,
    report_link: `${fhir}/DiagnosticReport/${String(case_id)}`,
    pdf_link: `${fhir}/Binary/${String(case_id)}-${String(report_version)}`,
    ...(settings.with_results ? { results: reports(message).results().map(resultOf) } : {}),
  };
}

async function findingFields(db: Queryable, finding_id: number, { settings }: Options) {
  if (!settings.with_results) return { finding_id };
  const [row] = await db
    .select({ rule: criticalFindings.rule })
    .from(criticalFindings)
    .where(eq(criticalFindings.finding_id, finding_id));
  return { finding_id, ...(row === undefined ? {} : { rule: row.rule }) };
}

async function dataOf(db: Queryable, message: MessageRow, options: Options, reads: Reads) {
  const { case_id, hospital_id, report_version, finding_id } = message;
  if (case_id === null) return { hospital_id };
  const hn_id = reads.hnIdOf.get(case_id);
  if (hn_id === undefined) throw new Error('an event of no case');
  return {
    ...{ case_id, hn_id, hospital_id },
    case_link: `${options.base}/detail/${String(case_id)}`,
    ...(report_version === null ? {} : reportFields({ ...message, case_id, report_version }, options, reads)),
    ...(finding_id === null ? {} : await findingFields(db, finding_id, options)),
  };
}

/** Reads what the bodies of messages consist of, and returns a function that writes one. */
export async function eventBodies(db: Queryable, messages: readonly MessageRow[], options: Options) {
  const case_ids = messages.flatMap(({ case_id }) => (case_id === null ? [] : [case_id]));
  const found = await db
    .select({ case_id: cases.case_id, hn_id: cases.hn_id })
    .from(cases)
    .where(inArray(cases.case_id, case_ids));
  const reads = {
    hnIdOf: new Map(found.map(({ case_id, hn_id }) => [case_id, hn_id])),
    reports: await readReleased(db, options.settings.with_results ? messages : []),
  };
  return async (message: MessageRow): Promise<string> => {
    const type = z.enum(webhookTypes).parse(message.event ?? testEvent);
    const timestamp = message.created_at.toISOString();
    return JSON.stringify({ type, timestamp, data: await dataOf(db, message, options, reads) });
  };
}
