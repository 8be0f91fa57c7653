/** Contains the texts of comments that are pinned to a place of the recording, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/pins.ts';

export const texts: Translated<typeof en> = {
  title: '位置评论',
  open_other: '{{value}} 条待答复',
  hint: '按 {{key}} 在波形所示位置写评论。',
  here: '在此评论',
  reply: '回复',
  answer: '已答复',
  answered: '{{name}} 已答复 · {{when}}',
  'state.open': '待答复',
  go: '评论 {{number}}：转到 {{time}}',
  'replies-to': '对评论 {{number}} 的回复',
  tag: '评论 {{number}}',
  new: '{{time}} 处的评论',
  'reply-to': '回复评论 {{number}}',
  label: '评论',
  readers: '仅本中心可见。按 Enter 发送，按 Shift+Enter 换行。',
  answers: '回复后即视为已答复。按 Enter 发送，按 Shift+Enter 换行。',
  send: '发送',
  'key.new': '在此位置或对此更改写评论',
  'key.step': '下一条、上一条位置评论',
  'key.reply': '回复位置评论',
  'key.answer': '将位置评论标为已答复',
  'with-return_other': '{{value}} 条待答复的位置评论将一并退回，负责人的判读台会在第一条处打开。',
  waiting_other: '{{value}} 条位置评论等待答复',
};
