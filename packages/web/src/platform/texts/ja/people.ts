/** Contains the texts of users who wait for approval, in Japanese. */
import type { texts as en } from '../en/people.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  waiting_other: '{{count}}人が承認を待っています',
  'none-waiting': '承認待ちの方はいません',
  'none-waiting.body': '施設コードで利用登録した方が、ここに表示されます。',
  approve: '承認',
  refuse: '却下',
  'refuse.title': '{{name}}さんの登録を却下しますか？',
  'refuse.body': '理由はご本人にメールで通知され、登録内容は削除されます。',
  'refuse.reason': '理由',
  'refuse.confirm': '却下する',
};
