/** The account page: how one signs in, and where one is signed in, in Chinese. */
import type { texts as en } from '../en/account.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  title: '登录与安全',
  sessions: '已登录的设备',
  'sessions.lead': '如有不认识的会话，请将其结束并更改密码。',
  current: '当前会话',
  device: '{{system}}上的{{browser}}',
  'device.unknown': '未知设备',
  'network.loopback': '服务器本机',
  'network.private': '内部网络',
  'network.public': '互联网',
  'network.unknown': '未知网络',
  'signed-in': '登录于{{time}}',
  'last-used': '最近使用{{time}}',
  end: '结束',
  'end-one': '结束{{device}}的会话',
  ended_other: '已结束{{count}}个会话',
  'end-others': '结束其他所有会话',
  'end-others.title': '结束其他所有会话？',
  'end-others.body_other': '其他{{count}}个会话将立即结束，其中已输入但未保存的内容可能会丢失。',
  'end-others.confirm': '结束',
};
