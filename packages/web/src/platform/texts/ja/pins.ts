/** Contains the texts of comments that are pinned to a place of the recording, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/pins.ts';

export const texts: Translated<typeof en> = {
  title: '位置付きコメント',
  open_other: '未回答 {{value}}件',
  hint: '{{key}} で波形の表示位置にコメントを付けます。',
  here: 'ここにコメント',
  reply: '返信',
  answer: '回答済みにする',
  answered: '{{name}} さんが回答 · {{when}}',
  'state.open': '未回答',
  go: 'コメント{{number}}：{{time}} へ移動',
  'replies-to': 'コメント{{number}}への返信',
  tag: 'コメント{{number}}',
  new: '{{time}} へのコメント',
  'reply-to': 'コメント{{number}}への返信',
  label: 'コメント',
  readers: 'センターの人だけが読めます。Enterで送信、Shift+Enterで改行します。',
  answers: '返信すると回答済みになります。Enterで送信、Shift+Enterで改行します。',
  send: '送信',
  'key.new': 'この位置・この変更にコメント',
  'key.step': '次・前の位置付きコメント',
  'key.reply': '位置付きコメントに返信',
  'key.answer': '位置付きコメントを回答済みにする',
  'with-return_other':
    '未回答の位置付きコメント{{value}}件も一緒に伝わり、担当者の判読画面は最初のコメントの位置で開きます。',
  waiting_other: '未回答の位置付きコメント {{value}}件',
};
