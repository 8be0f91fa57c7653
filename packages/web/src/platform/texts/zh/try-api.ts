/** Contains the texts of the page on which calls of the API are tried, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/try-api.ts';

export const texts: Translated<typeof en> = {
  title: '试用 API',
  area: '范围',
  'as-user': '以{{name}}的身份调用，会更改真实数据。',
  'with-key': '请在“Authorize”中输入 API 密钥。调用会更改真实数据。',
  description: '无脚本的说明',
};
