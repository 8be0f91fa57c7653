/**
 * Writes the body of a webhook: what happened, ids and links. The results of a report, and what a critical finding is,
 * are added only if the partner's settings ask for them.
 */
import type { WebhookSettings } from '@rhythmdesk/contract/webhooks';
import { testEvent, webhookTypes } from '@rhythmdesk/domain/integration/webhook-events';
import type { Result } from '@rhythmdesk/domain/results/result-table';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../../platform/db/database.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import { criticalFindings } from '../../../platform/db/schema/critical.ts';
import type { partnerMessages } from '../../../platform/db/schema/partners.ts';
import { releasedResults } from '../result-source.ts';

type MessageRow = typeof partnerMessages.$inferSelect;
type Options = { readonly settings: WebhookSettings; readonly base: string };

function resultOf({ code, row, value }: Result) {
  const { loinc, unit } = row;
  const [name] = row.texts.en;
  return { code, name, value, unit, ...(loinc === undefined ? {} : { loinc: loinc.code }) };
}

async function reportFields(
  db: Queryable,
  case_id: number,
  report_version: number,
  { settings, base }: Options,
) {
  const fhir = `${base}/fhir/R4`;
  return {
    report_version,
    report_link: `${fhir}/DiagnosticReport/${String(case_id)}`,
    pdf_link: `${fhir}/Binary/${String(case_id)}-${String(report_version)}`,
    ...(settings.with_results
      ? { results: (await releasedResults(db, case_id, report_version)).map(resultOf) }
      : {}),
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

async function dataOf(db: Queryable, message: MessageRow, options: Options) {
  const { case_id, hospital_id, report_version, finding_id } = message;
  if (case_id === null) return { hospital_id };
  const [row] = await db.select({ hn_id: cases.hn_id }).from(cases).where(eq(cases.case_id, case_id));
  if (row === undefined) throw new Error('an event of no case');
  return {
    ...{ case_id, hn_id: row.hn_id, hospital_id },
    case_link: `${options.base}/detail/${String(case_id)}`,
    ...(report_version === null ? {} : await reportFields(db, case_id, report_version, options)),
    ...(finding_id === null ? {} : await findingFields(db, finding_id, options)),
  };
}

export async function eventBody(db: Queryable, message: MessageRow, options: Options): Promise<string> {
  const type = z.enum(webhookTypes).parse(message.event ?? testEvent);
  const timestamp = message.created_at.toISOString();
  return JSON.stringify({ type, timestamp, data: await dataOf(db, message, options) });
}
