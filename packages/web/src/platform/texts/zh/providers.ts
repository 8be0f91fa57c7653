/** Contains the texts of sign-in through the institution's own provider, in Chinese. */
import type { texts as en } from '../en/providers.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  with: '使用{{name}}登录',
  working: '正在通过所在机构登录',
  failed: '登录未成功',
  again: '返回登录',
  lost: '此页面属于在别处开始或已结束的登录，请重新开始。',
  'handed-on': '您可以关闭此窗口',
  'handed-on.hint': '操作将在原窗口中继续。',
  title: '所在机构登录',
  lead: '您可以使用所在机构提供的账户登录。',
  link: '关联',
  'link-one': '关联{{name}}',
  'linked-now': '登录方式已关联',
  unlink: '解除关联',
  'unlink-one': '解除与{{name}}的关联',
  unlinked: '已解除关联',
  'unlink-body': '将不能再使用{{name}}登录。',
  since: '关联于 {{time}}',
  used: '最近使用 {{time}}',
  only: '您唯一的登录方式',
  'again.title': '请确认是您本人',
  'again.body': '请在新窗口中通过{{name}}再次登录。',
  'again.go': '继续',
  blocked: '浏览器未能打开窗口。请允许此页面弹出窗口后重试。',
  sign: '使用{{name}}签名',
  'sign-hint': '将在新窗口中由{{name}}确认您的身份并完成签名。',
};
