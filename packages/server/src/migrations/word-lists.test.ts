/** Checks that the database's CHECKs over words equal the lists of the domain, so that a new word is added to both. */
import { exportStates } from '@rhythmdesk/contract/export-states';
import { viewLists } from '@rhythmdesk/contract/saved-views';
import { agreeTypes } from '@rhythmdesk/domain/agreement/agreement-rules';
import { auditOutcomes } from '@rhythmdesk/domain/audit/acts';
import { adjustmentKinds } from '@rhythmdesk/domain/billing/adjustments';
import { invoiceStates } from '@rhythmdesk/domain/billing/invoice-states';
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import {
  caseStatuses,
  genders,
  priorities,
  severities,
  unassignedStatuses,
} from '@rhythmdesk/domain/case/status';
import { uploadStates } from '@rhythmdesk/domain/case/upload-outcome';
import { criticalStates, underWayStates } from '@rhythmdesk/domain/critical/critical-states';
import {
  messageDirections,
  messageFaults,
  messageKinds,
  messageStates,
  offReasons,
  openMessageStates,
  orderStates,
} from '@rhythmdesk/domain/integration/partner-messages';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { mailRhythms } from '@rhythmdesk/domain/notice/notification-preferences';
import { noticeAudiences, noticeCategories } from '@rhythmdesk/domain/notice/windows';
import { twoFactorRules } from '@rhythmdesk/domain/people/institution-fields';
import { groupTypes, roleKeys } from '@rhythmdesk/domain/people/roles';
import { healthLinkEndings } from '@rhythmdesk/domain/report/health-links';
import { signingActs } from '@rhythmdesk/domain/report/signing';
import { reportSources } from '@rhythmdesk/domain/report/versions';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../platform/db/test-database.ts';
import { nodePrograms } from '../platform/nodes/nodes.ts';

/** Every CHECK that lists words, with the list of the domain; null if only its table uses the words. */
const lists: Readonly<Record<string, readonly string[] | null>> = {
  agreements_type: agreeTypes.filter((type) => type !== 'NONE'),
  analyses_state: null,
  audit_log_outcome: auditOutcomes,
  case_files_kind: null,
  case_files_side: null,
  cases_assignee: unassignedStatuses,
  cases_gender: genders,
  cases_priority: priorities,
  cases_severity: severities,
  cases_status: caseStatuses,
  charging_unit_prices_length: lengthClasses,
  charging_unit_prices_priority: priorities,
  consent_links_outcome: null,
  critical_findings_ended: underWayStates,
  critical_findings_state: criticalStates,
  exports_ended: null,
  exports_language: languages,
  exports_state: exportStates,
  health_links_ending: healthLinkEndings,
  invoice_adjustments_kind: adjustmentKinds,
  invoice_rows_kind: null,
  invoice_states_state: invoiceStates,
  nodes_program: nodePrograms,
  notice_texts_language: languages,
  notices_category: noticeCategories,
  notices_group_type: noticeAudiences,
  notification_preferences_rhythm: mailRhythms,
  notifications_status: null,
  partner_messages_direction: messageDirections,
  partner_messages_fault: messageFaults,
  partner_messages_kind: messageKinds,
  partner_messages_settled: openMessageStates,
  partner_messages_state: messageStates,
  partner_orders_state: orderStates,
  partners_off_reason: offReasons,
  report_signatures_act: signingActs,
  report_signatures_seal: null,
  report_versions_source: reportSources,
  saved_views_list: viewLists,
  sign_in_tickets_purpose: null,
  statistics_spreads_grain: null,
  statistics_spreads_measure: null,
  statistics_sums_grain: null,
  statistics_sums_unit: null,
  uploads_state: uploadStates,
  user_group_history_action: null,
  user_groups_agree_type: agreeTypes,
  user_groups_invoice_language: languages,
  user_groups_two_factor: twoFactorRules,
  user_groups_type: groupTypes,
  users_language: languages,
  users_role_key: roleKeys,
  users_use_flag: null,
};

const checks = z.array(z.object({ name: z.string(), says: z.string() }));

/** Returns the words of the first list in a CHECK. */
const wordsOf = (says: string): string[] =>
  [...(/ARRAY\[([^\]]*)\]/.exec(says)?.[1] ?? '').matchAll(/'([^']*)'/g)].map(([, word]) => word ?? '');

test('every CHECK with a list of words has the words of the domain', async () => {
  const { db } = await testDatabase();
  const { rows } = await db.execute(sql`
    select conname as name, pg_get_constraintdef(oid) as says from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace
      and pg_get_constraintdef(oid) ~ 'ANY \\(\\(?ARRAY\\['''`);
  const found = checks.parse(rows);
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(lists).sort());
  const known = found.flatMap(({ name, says }) => {
    const words = lists[name];
    return words === null || words === undefined ? [] : [{ name, words: wordsOf(says), domain: words }];
  });
  expect(known.map(({ name, words }) => [name, words.toSorted()])).toEqual(
    known.map(({ name, domain }) => [name, domain.toSorted()]),
  );
});
