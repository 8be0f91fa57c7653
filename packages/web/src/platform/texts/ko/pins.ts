/** Comments that are pinned to a place of the recording, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/pins.ts';

export const texts: Translated<typeof en> = {
  title: '위치 의견',
  open_other: '미처리 {{value}}건',
  hint: '{{key}} 키로 파형이 보이는 위치에 의견을 남깁니다.',
  here: '여기에 의견',
  reply: '답글',
  answer: '처리 완료',
  answered: '{{name}} 님이 처리 · {{when}}',
  'state.open': '미처리',
  go: '의견 {{number}}: {{time}}(으)로 이동',
  'replies-to': '의견 {{number}}에 대한 답글',
  tag: '의견 {{number}}',
  new: '{{time}} 위치에 의견',
  'reply-to': '의견 {{number}}에 답글',
  label: '의견',
  readers: '센터 구성원만 볼 수 있습니다. Enter로 보내고 Shift+Enter로 줄을 바꿉니다.',
  answers: '답글을 보내면 처리 완료가 됩니다. Enter로 보내고 Shift+Enter로 줄을 바꿉니다.',
  send: '보내기',
  'key.new': '이 위치 또는 이 변경에 의견',
  'key.step': '다음·이전 위치 의견',
  'key.reply': '위치 의견에 답글',
  'key.answer': '위치 의견 처리 완료',
  'with-return_other':
    '미처리 위치 의견 {{value}}건이 함께 전달되며, 담당자의 판독 데스크는 첫 의견의 위치에서 열립니다.',
  waiting_other: '처리를 기다리는 위치 의견 {{value}}건',
};
