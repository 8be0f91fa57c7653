/** Contains the texts of comments that are pinned to a place of the recording, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/pins.ts';

export const texts: Translated<typeof en> = {
  title: '위치 코멘트',
  open_other: '미답변 {{value}}건',
  hint: '{{key}} 키로 파형이 보이는 위치에 코멘트를 남깁니다.',
  here: '여기에 코멘트',
  reply: '답글',
  answer: '답변 완료로 표시',
  answered: '{{name}} 님이 답변 · {{when}}',
  'state.open': '미답변',
  go: '코멘트 {{number}}: {{time}}(으)로 이동',
  'replies-to': '코멘트 {{number}}에 대한 답글',
  tag: '코멘트 {{number}}',
  new: '{{time}} 위치에 코멘트',
  'reply-to': '코멘트 {{number}}에 답글',
  label: '코멘트',
  readers: '센터 구성원만 볼 수 있습니다. Enter로 보내고 Shift+Enter로 줄을 바꿉니다.',
  answers: '답글을 보내면 답변 완료로 표시됩니다. Enter로 보내고 Shift+Enter로 줄을 바꿉니다.',
  send: '보내기',
  'key.new': '이 위치 또는 이 변경에 코멘트',
  'key.step': '다음·이전 위치 코멘트',
  'key.reply': '위치 코멘트에 답글',
  'key.answer': '위치 코멘트를 답변 완료로',
  'with-return_other':
    '미답변 위치 코멘트 {{value}}건이 함께 전달되며, 담당자의 판독 데스크는 첫 코멘트의 위치에서 열립니다.',
  waiting_other: '답변을 기다리는 위치 코멘트 {{value}}건',
};
