/** How the user is told: by kind and channel, quiet hours, mails, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/telling.ts';

export const texts: Translated<typeof en> = {
  title: '通知方式',
  lead: '所有通知都会进入您的通知列表。您可以选择哪些由通知铃提示、哪些推送到浏览器、哪些发送邮件。',
  kind: '类别',
  bell: '通知铃',
  push: '推送',
  mail: '邮件',
  'channel-of': '{{kind}}：{{channel}}',
  'critical.note': '危急结果始终保留通知铃，并且推送和邮件至少开启一项，总是立即通知。',
  'no-email': '您的个人资料没有电子邮箱，因此不会发送邮件。',
  quiet: '免打扰时段',
  'quiet.lead': '推送和单封邮件会等到该时段结束后发送。',
  'quiet.from': '开始',
  'quiet.to': '结束',
  zone: '时区',
  mails: '邮件',
  'rhythm.each': '逐条发送',
  'rhythm.day': '每天一封（07:00）',
  'rhythm.week': '每周一封（星期一07:00）',
  usual: '恢复默认设置',
  saved: '已保存',
  browser: '此浏览器的推送',
  allow: '允许',
  'page.title': '所有通知',
  'page.came': '收到日期',
  'page.unread': '仅未读',
  'page.read-all': '全部标为已读',
  'page.empty': '没有符合的通知',
  'page.empty-body': '没有符合这些筛选条件的通知。',
};
