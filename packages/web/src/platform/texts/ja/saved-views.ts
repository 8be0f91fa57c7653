/** Contains the texts of the views of a list that a user saved, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/saved-views.ts';

export const texts: Translated<typeof en> = {
  title: '自分の表示条件',
  own: '自分の表示条件',
  'from-others': '共有された表示条件',
  none: 'まだ保存されていません。絞り込みを設定してここで保存できます。',
  save: '今の表示条件を保存',
  'name-example': '例：今週の至急',
  'save-title': '表示条件を保存',
  name: '名前',
  'name-save': '保存',
  rename: '名前を変更',
  'rename-title': '表示条件の名前を変更',
  hold: '今の絞り込みで上書き',
  copy: '自分用にコピー',
  more: '{{name}}のその他の操作',
  shared: '所属内の全員と共有中',
  'shared-with': '{{role}}と共有中',
  'shared-by': '{{name}}さんが共有',
  share: '所属内の全員と共有',
  'share-everybody': '全員と共有',
  'share-with': '{{role}}と共有',
  'share-stop': '共有をやめる',
  delete: '削除',
  'delete-title': '表示条件「{{name}}」を削除しますか？',
  'delete-body': '削除されるのは表示条件だけで、症例は変わりません。',
  'delete-shared-body': '共有している相手も使えなくなります。症例は変わりません。',
};
