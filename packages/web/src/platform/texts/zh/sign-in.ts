/** Contains the texts of the sign-in page, in Chinese. */
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
  forgot: '忘记密码？',
  'new-here': '首次使用？',
  register: '注册',
  'waiting.title': '此账户正在等待批准',
  'waiting.body': '账户{{user_id}}已创建，正在等待所在机构批准。可以登录时，我们会发送邮件通知您。',
  'second.title': '两步验证',
  'second.hint': '密码正确，请继续验证您的身份。',
  'second.hint-provider': '所在机构已确认您的身份，请再次证明是您本人。',
  'second.code': '身份验证器中的6位验证码',
  'second.recovery-code': '恢复代码',
  'second.recovery-hint': '设置两步验证时保存的10个代码之一，每个代码只能使用一次。',
  'second.submit': '登录',
  'second.use-authenticator': '使用身份验证器',
  'second.use-recovery-code': '使用恢复代码',
  'passkey.sign-in': '使用通行密钥登录',
  'passkey.none': '未提供通行密钥。请重试或使用其他方式。',
  'second.passkey': '使用通行密钥',
  'second.use-passkey': '使用通行密钥或安全密钥',
};
