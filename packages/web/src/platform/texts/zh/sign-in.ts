/** The sign-in page, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/sign-in.ts';

export const texts: Translated<typeof en> = {
  title: '登录',
  hint: '请使用机构分配给您的ID。',
  id: 'ID',
  password: '密码',
  'show-password': '显示密码',
  'hide-password': '隐藏密码',
  submit: '登录',
  working: '正在登录',
  'dormant.title': '该账户已休眠',
  'dormant.body': '账户{{user_id}}长期未使用，已被锁定。请联系贵机构管理员重新启用。',
};
