/** Contains the texts that any page may show: alerts and field errors, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/messages.ts';

export const texts: Translated<typeof en> = {
  'alert.check-authentication': '无法确认登录状态，请重新登录。',
  'alert.login-failure': '登录失败，请检查ID或密码。',
  'alert.session-expired': '会话已过期，请重新登录。',
  'alert.enter-id-password': '请输入ID和密码。',
  'alert.user-failure': '未找到该用户。',
  'alert.not-found': '未找到。',
  'alert.no-resource': '资源不存在，数据已被删除。',
  'alert.no-report': '尚未生成PDF报告，请先完成分析。',
  'alert.mandatory-missing': '缺少必填项。',
  'alert.server-failure': '服务器出现问题，请联系管理员。',
  'alert.no-network': '无法连接服务器。内容没有丢失，请重试。',
  'alert.timeout': '服务器响应超时，请重试。',
  'alert.conflict': '其他人已先行修改，现显示最新状态。',
  'alert.required': '此项为必填',
  'alert.signup.pwcheck': '两次输入的密码不一致。',
  'alert.signup.failformat': '格式不正确。',
  'alert.password.length': '请输入12至128个字符',
  'alert.password.alphabet': '只能使用英文字母、数字和 ! @ $ %',
  'alert.password.is-id': '密码不能包含用户ID或本产品的名字。',
  'alert.password.common': '密码过于简单，请使用互不相关的字符组合。',
  'refusal.group.register-code-taken': '注册代码重复，请输入其他代码。',
  'field-fault': '请检查此项。',
  'alert.upload-failed': '上传失败。',
  'alert.download-failed': '下载失败，请联系管理员。',
  'alert.no-file': '文件不存在。',
  'alert.invalid-patch': '无效的贴片。',
  'alert.validation': '校验错误。',
};
