/** Comments that are pinned to a place of the recording, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/pins.ts';

export const texts: Translated<typeof en> = {
  title: '位置备注',
  open_other: '{{value}} 条待答复',
  hint: '按 {{key}} 在波形所示位置写备注。',
  here: '在此备注',
  reply: '回复',
  answer: '已答复',
  answered: '{{name}} 已答复 · {{when}}',
  'state.open': '待答复',
  go: '备注 {{number}}：转到 {{time}}',
  'replies-to': '对备注 {{number}} 的回复',
  tag: '备注 {{number}}',
  new: '{{time}} 处的备注',
  'reply-to': '回复备注 {{number}}',
  label: '备注',
  readers: '仅本中心可见。按 Enter 发送，按 Shift+Enter 换行。',
  answers: '回复后即视为已答复。按 Enter 发送，按 Shift+Enter 换行。',
  send: '发送',
  'key.new': '在此位置或对此更改写备注',
  'key.step': '下一条、上一条位置备注',
  'key.reply': '回复位置备注',
  'key.answer': '将位置备注标为已答复',
  'with-return_other': '{{value}} 条待答复的位置备注将一并退回，负责人的判读台会在第一条处打开。',
  waiting_other: '{{value}} 条位置备注等待答复',
};
