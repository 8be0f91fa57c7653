/** Contains the texts of the page on which calls of the API are tried, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/try-api.ts';

export const texts: Translated<typeof en> = {
  title: 'APIを試す',
  area: '分野',
  'as-user': '{{name}}さんとして実行され、実際のデータが変更されます。',
  'with-key': '「Authorize」にAPIキーを入力してください。実際のデータが変更されます。',
  description: 'スクリプトを使わない説明',
};
