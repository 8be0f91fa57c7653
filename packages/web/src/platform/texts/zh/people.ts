/** Contains the texts of users who wait for approval, in Chinese. */
import type { texts as en } from '../en/people.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  waiting_other: '{{count}}人等待批准',
  'none-waiting': '没有等待批准的用户',
  'none-waiting.body': '使用机构代码注册的用户会显示在这里。',
  approve: '批准',
  refuse: '拒绝',
  'refuse.title': '拒绝{{name}}的注册？',
  'refuse.body': '理由将通过邮件告知本人，所填信息会被删除。',
  'refuse.reason': '理由',
  'refuse.confirm': '拒绝',
};
