/** Writes the result of a case for a partner, as it was released. */
import type { Hl7Settings } from '@rhythmdesk/contract/partners';
import type { Queryable } from '../../platform/db/database.ts';
import type { partnerMessages } from '../../platform/db/schema/partners.ts';
import { readOrders } from '../../records/partners/order-of-case.ts';
import { writeResult } from './hl7/result-message.ts';
import { casesOf, readFormerResults, readReleased } from './released-reports.ts';

type MessageRow = typeof partnerMessages.$inferSelect;

/**
 * Reads what the results of a partner consist of, and returns a function that writes one as a text, in which the document
 * is named by its digest.
 */
export async function resultTexts(db: Queryable, partner_id: number, messages: readonly MessageRow[]) {
  const [released, formerOf, orderOf] = await Promise.all([
    readReleased(db, messages),
    readFormerResults(db, messages),
    readOrders(db, casesOf(messages), partner_id),
  ]);
  return (message: MessageRow, settings: Hl7Settings): string => {
    const { row, sha256, released_at, results, ...report } = released(message);
    const { hn_id, recording_start, recording_seconds, conclusion: _conclusion, ...patient } = row;
    const order = orderOf(report.case_id);
    const present = results();
    const isPresent = new Set(present.map(({ code }) => code));
    return writeResult(
      {
        ...{ control_id: message.control_id, created_at: message.created_at },
        ...{ order_number: order?.order_number ?? '', service: order?.service ?? '' },
        ...{ hn_id, recording_start, recording_seconds, patient },
        ...{ hospital_name: report.hospital_name, time_zone: report.time_zone, corrected: report.corrected },
        released_at: released_at ?? message.created_at,
        ...report.people(),
        results: present,
        withdrawn: formerOf(message).filter(({ code }) => !isPresent.has(code)),
        pdf_sha256: sha256,
      },
      settings,
    );
  };
}
