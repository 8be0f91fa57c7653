/**
 * How a newer answer meets the rows on the screen: rows are renewed where they stand, and nothing moves.
 *
 * Laws: the order and the number of shown rows never change here; a row is never replaced by an older version; whether
 * the server's order or total has become another is said, so that the page can offer to show it.
 */
import type { CaseRow } from '@rhythmdesk/contract/cases';

export type ListPage = {
  readonly items: readonly CaseRow[];
  readonly total: number;
  readonly page: number;
  readonly size: number;
};

export type Renewed = { readonly page: ListPage; readonly changed: readonly number[] };

/** Rows of `shown` that `fresh` holds are renewed; `changed` are those whose version grew. */
export function renewRows(shown: ListPage, fresh: readonly CaseRow[]): Renewed {
  const byId = new Map(fresh.map((row) => [row.case_id, row]));
  const changed: number[] = [];
  const items = shown.items.map((row) => {
    const newer = byId.get(row.case_id);
    if (newer === undefined || newer.version < row.version) return row;
    if (newer.version > row.version || newer.processing !== row.processing) changed.push(row.case_id);
    return newer;
  });
  return { page: { ...shown, items }, changed };
}

/** Would showing the server's page anew move, add or take away a row, or change the total? */
export function orderDiffers(shown: ListPage, fresh: ListPage): boolean {
  if (shown.total !== fresh.total || shown.items.length !== fresh.items.length) return true;
  return shown.items.some((row, index) => row.case_id !== fresh.items[index]?.case_id);
}
