/** Names the sides and figures of the ledger for mails and spreadsheets. */
import {
  ledgerFigures,
  ledgerSides,
  type LedgerFigure,
  type LedgerSide,
} from '@rhythmdesk/domain/integration/ledger';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { z } from 'zod';

export const ledgerWords = {
  en: {
    orders: 'Order messages received',
    cases: 'Cases created',
    results: 'Results released',
    messages: 'Messages sent',
    critical: 'Critical findings found',
    'order-made': 'Orders: case created',
    'order-joined': 'Orders: joined an existing case',
    'order-known': 'Orders: change, cancellation or repeat',
    'order-refused': 'Orders: refused',
    'order-lost': 'Orders: accepted without a case',
    'case-ordered': 'Cases from orders',
    'case-other': 'Cases without an order',
    'result-acknowledged': 'Results acknowledged',
    'result-waiting': 'Results waiting',
    'result-refused': 'Results refused',
    'result-dead': 'Results given up',
    'result-missing': 'Results without a message',
    'result-alone': 'Results of institutions without a system',
    'message-acknowledged': 'Messages acknowledged',
    'message-waiting': 'Messages waiting',
    'message-refused': 'Messages refused',
    'message-dead': 'Messages given up',
    'critical-acknowledged': 'Critical findings acknowledged',
    'critical-open': 'Critical findings open',
    'critical-rejected': 'Critical findings rejected',
    'critical-withdrawn': 'Critical findings withdrawn',
  },
  ja: {
    orders: '受信したオーダーメッセージ',
    cases: '作成された症例',
    results: '公開された結果',
    messages: '送信メッセージ',
    critical: '検出された緊急所見',
    'order-made': 'オーダー：症例を作成',
    'order-joined': 'オーダー：既存の症例に結合',
    'order-known': 'オーダー：変更・取消・再送',
    'order-refused': 'オーダー：拒否',
    'order-lost': 'オーダー：受理済みで症例なし',
    'case-ordered': 'オーダーからの症例',
    'case-other': 'オーダーのない症例',
    'result-acknowledged': '受領済みの結果',
    'result-waiting': '送信待ちの結果',
    'result-refused': '拒否された結果',
    'result-dead': '送信を中止した結果',
    'result-missing': 'メッセージのない結果',
    'result-alone': '接続先のない施設の結果',
    'message-acknowledged': '受領済みメッセージ',
    'message-waiting': '送信待ちのメッセージ',
    'message-refused': '拒否されたメッセージ',
    'message-dead': '送信を中止したメッセージ',
    'critical-acknowledged': '受領確認済みの緊急所見',
    'critical-open': '受領確認前の緊急所見',
    'critical-rejected': '該当なしの緊急所見',
    'critical-withdrawn': '取り下げた緊急所見',
  },
  ko: {
    orders: '수신한 오더 메시지',
    cases: '생성된 검사',
    results: '공개된 결과',
    messages: '보낸 메시지',
    critical: '발견된 위급 소견',
    'order-made': '오더: 검사 생성',
    'order-joined': '오더: 기존 검사에 연결',
    'order-known': '오더: 변경, 취소, 재전송',
    'order-refused': '오더: 거부됨',
    'order-lost': '오더: 수락되었으나 검사 없음',
    'case-ordered': '오더로 생성된 검사',
    'case-other': '오더 없는 검사',
    'result-acknowledged': '수신 확인된 결과',
    'result-waiting': '대기 중인 결과',
    'result-refused': '거부된 결과',
    'result-dead': '전송 포기된 결과',
    'result-missing': '메시지가 없는 결과',
    'result-alone': '연결 시스템이 없는 기관의 결과',
    'message-acknowledged': '수신 확인된 메시지',
    'message-waiting': '대기 중인 메시지',
    'message-refused': '거부된 메시지',
    'message-dead': '전송 포기된 메시지',
    'critical-acknowledged': '수신 확인된 위급 소견',
    'critical-open': '수신 미확인 위급 소견',
    'critical-rejected': '아님으로 판정된 위급 소견',
    'critical-withdrawn': '철회된 위급 소견',
  },
  zh: {
    orders: '收到的医嘱消息',
    cases: '新建的病例',
    results: '已发布的结果',
    messages: '发送的消息',
    critical: '发现的危急值',
    'order-made': '医嘱：已建病例',
    'order-joined': '医嘱：并入已有病例',
    'order-known': '医嘱：变更、取消或重发',
    'order-refused': '医嘱：被拒绝',
    'order-lost': '医嘱：已接受但无病例',
    'case-ordered': '来自医嘱的病例',
    'case-other': '无医嘱的病例',
    'result-acknowledged': '已确认接收的结果',
    'result-waiting': '等待中的结果',
    'result-refused': '被拒绝的结果',
    'result-dead': '放弃发送的结果',
    'result-missing': '没有消息的结果',
    'result-alone': '未接系统机构的结果',
    'message-acknowledged': '已确认接收的消息',
    'message-waiting': '等待中的消息',
    'message-refused': '被拒绝的消息',
    'message-dead': '放弃发送的消息',
    'critical-acknowledged': '已确认接收的危急值',
    'critical-open': '未确认接收的危急值',
    'critical-rejected': '误报的危急值',
    'critical-withdrawn': '已撤回的危急值',
  },
} as const satisfies Record<Language, Record<LedgerSide | LedgerFigure, string>>;

/** Numbers of messages or cases that a line of a mail names. */
const lineShape = z.object({
  word: z.enum([...ledgerSides, ...ledgerFigures]),
  count: z.number().int(),
  /** Numbers of messages, and HN IDs of cases without one. */
  ids: z.array(z.string()),
});
export type LedgerLine = z.output<typeof lineShape>;

/** Returns the lines as the text parameter of a mail. */
export const ledgerParameter = (lines: readonly LedgerLine[]): string => JSON.stringify(lines);

const lineText = {
  en: { plain: '{word}: {count}', named: '{word}: {count} ({ids})' },
  ja: { plain: '{word}：{count}件', named: '{word}：{count}件（{ids}）' },
  ko: { plain: '{word}: {count}건', named: '{word}: {count}건 ({ids})' },
  zh: { plain: '{word}：{count}', named: '{word}：{count}（{ids}）' },
} as const satisfies Record<Language, { readonly plain: string; readonly named: string }>;

function parsed(parameter: string): unknown {
  try {
    return JSON.parse(parameter);
  } catch {
    return null;
  }
}

/** Returns one line for each figure; a parameter of another form is returned as it is. */
export function ledgerLines(parameter: string, language: Language): readonly string[] {
  const lines = z.array(lineShape).safeParse(parsed(parameter));
  if (!lines.success) return [parameter];
  return lines.data.map(({ word, count, ids }) =>
    lineText[language][ids.length === 0 ? 'plain' : 'named']
      .replace('{word}', () => ledgerWords[language][word])
      .replace('{count}', () => String(count))
      .replace('{ids}', () => ids.join(', ')),
  );
}
