/** Contains the texts of push messages in this browser: the question, the state, errors, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/push.ts';

export const texts: Translated<typeof en> = {
  'ask.title': '有病例需要您处理时通知您？',
  'ask.body': '此页面在后台时也可以显示通知。通知只包含类别和HN ID，不含患者姓名。',
  'ask.allow': '允许通知',
  'ask.later': '以后再说',
  'turn-on': '开启通知',
  event: '您有新的通知！',
  'state.granted': '已在此浏览器开启',
  limit_other: '推送消息发送到您最近使用的 {{count}} 个浏览器。',
  'state.unasked': '未在此浏览器开启',
  'state.turned-off': '已在此浏览器关闭',
  'state.blocked': '已在浏览器设置中被阻止',
  'state.unsupported': '此浏览器无法接收推送消息',
  'fault.missing-config': '此服务器的推送消息设置不完整，请告知管理员。',
  'fault.permission-default': '未允许通知。您可以稍后在账户页面中允许。',
  'fault.permission-blocked': '此页面的通知已被阻止，可在浏览器设置中重新允许。',
  'fault.unsupported-browser': '此浏览器不支持推送消息。',
  'fault.indexed-db-unsupported': '此浏览器无法保存推送消息所需的数据（IndexedDB），可能是无痕窗口。',
  'fault.worker-failed': '无法启动用于显示推送消息的组件（Service Worker）。',
  'fault.subscribe-failed': '无法为此浏览器订阅推送消息。',
  'fault.unsubscribe-failed': '无法取消此浏览器的推送订阅。',
  'fault.update-failed': '无法更新此浏览器的推送订阅。',
  'fault.invalid-vapid-key': '此服务器的推送消息密钥无效，请告知管理员。',
};
