/** Exports the ledger as a spreadsheet: a row for each day and institution, or for each message or case behind figures. */
import type { ledgerRoutes } from '@rhythmdesk/contract/ledger';
import { ledgerParts, ledgerSides } from '@rhythmdesk/domain/integration/ledger';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Db } from '../../../platform/db/database.ts';
import {
  batchOf,
  type CellKind,
  type SheetColumn,
  type SheetOrder,
  type SheetSource,
} from '../../../platform/spreadsheet/sheet-plan.ts';
import { ledgerWords } from '../../../platform/texts/ledger-figures.ts';
import { questionOf, readDays, readEntries } from './read-ledger.ts';

type Order = SheetOrder<typeof ledgerRoutes.exportLedger>;

const words = {
  en: {
    ...{ sheet: 'Ledger', day: 'Day', hospital: 'Institution', signed: 'Results signed' },
    ...{
      notified: 'Critical findings: hospital notified',
      closed: 'Day closed at',
      figure: 'What became of it',
    },
    ...{ at: 'Time', case: 'HN ID', message: 'Message', system: 'System' },
  },
  ja: {
    ...{ sheet: '台帳', day: '日付', hospital: '施設', signed: '署名済みの結果' },
    ...{ notified: '緊急所見：病院へ通知済み', closed: '締めた日時', figure: '状態' },
    ...{ at: '日時', case: 'HN ID', message: 'メッセージ', system: 'システム' },
  },
  ko: {
    ...{ sheet: '송수신 대장', day: '날짜', hospital: '기관', signed: '서명된 결과' },
    ...{ notified: '위급 소견: 병원에 통보', closed: '마감 시각', figure: '처리 상태' },
    ...{ at: '시각', case: 'HN ID', message: '메시지', system: '시스템' },
  },
  zh: {
    ...{ sheet: '台账', day: '日期', hospital: '机构', signed: '已签名的结果' },
    ...{ notified: '危急值：已通知医院', closed: '结算时间', figure: '处理状态' },
    ...{ at: '时间', case: 'HN ID', message: '消息', system: '系统' },
  },
} as const satisfies Record<Language, Record<string, string>>;

const column = (kind: CellKind, head: string, width = 16): SheetColumn => ({ head, width, kind });

async function daySheet(
  db: Db,
  { caller, input, language }: Order,
): Promise<Pick<SheetSource, 'columns' | 'total' | 'batches'>> {
  const { days } = await readDays(db, caller, input);
  const own = words[language];
  const counted = ledgerSides.flatMap((side) => [side, ...ledgerParts[side]]);
  return {
    columns: [
      column('date', own.day),
      column('text', own.hospital, 28),
      ...counted.map((word) => column('whole', ledgerWords[language][word])),
      column('whole', own.signed),
      column('whole', own.notified),
      column('instant', own.closed, 20),
    ],
    ...batchOf(
      days.map(({ day, hospital, counts, signed, notified, closed_at }) => [
        ...[day, hospital.name, ...counted.map((word) => counts[word])],
        ...[signed, notified, closed_at],
      ]),
    ),
  };
}

/** Each part is found anew, so there are few. */
const atOnce = 10_000;

async function entrySheet(
  db: Db,
  { caller, input, language }: Order,
  figure: NonNullable<Order['input']['figure']>,
): Promise<Pick<SheetSource, 'columns' | 'total' | 'batches' | 'shows_cases'>> {
  const question = questionOf(caller, input);
  const { total } = await readEntries(db, question, figure, { limit: 0, offset: 0 });
  const own = words[language];
  const offsets = Array.from({ length: Math.ceil(total / atOnce) }, (_, at) => at * atOnce);
  return {
    total,
    shows_cases: true,
    columns: [
      column('text', own.figure, 32),
      column('date', own.day),
      column('instant', own.at, 20),
      column('text', own.hospital, 28),
      column('text', own.case),
      column('whole', own.message),
      column('text', own.system, 22),
    ],
    async *batches(signal) {
      for (const offset of offsets) {
        signal.throwIfAborted();
        const { entries } = await readEntries(db, question, figure, { limit: atOnce, offset });
        yield {
          rows: entries.map((each) => [
            ...[ledgerWords[language][each.figure], each.day, each.at, each.hospital.name],
            ...[each.hn_id, each.message_id, each.partner_name],
          ]),
          case_ids: entries.flatMap(({ case_id }) => (case_id === null ? [] : [case_id])),
        };
      }
    },
  };
}

export async function ledgerSheet(db: Db, order: Order): Promise<SheetSource> {
  const { caller, input, language } = order;
  const { figure } = input;
  return {
    name: words[language].sheet,
    filename: `ledger-${input.from_time}-${input.to_time}.xlsx`,
    time_zone: caller.user_group.time_zone,
    ...(await (figure === undefined ? daySheet(db, order) : entrySheet(db, order, figure))),
  };
}
