/** Contains the texts of the mails in Chinese. */
import type { MailTexts } from './mail-texts.ts';

export const mailsZh: MailTexts = {
  'email-code': {
    subject: 'Rhythmdesk验证码',
    lines: [
      '请在注册页面输入以下六位数字：',
      '{code}',
      '有效期为{minutes}分钟。如非本人操作，请忽略本邮件。',
    ],
  },
  'email-confirm': {
    subject: '确认您的电子邮箱',
    lines: [
      '有人将此邮箱填写为 Rhythmdesk 账户 {user_id} 的电子邮箱。如需确认，请在账户设置中输入以下六位数字：',
      '{code}',
      '{minutes} 分钟内有效。如果这不是您的账户，请忽略此邮件；不输入数字，则不会有任何更改。',
    ],
  },
  'password-link': {
    subject: '重设Rhythmdesk密码',
    lines: [
      '{user_name}，您好：',
      '我们收到了为ID {user_id} 重设密码的申请。请通过以下链接设置新密码。链接仅可使用一次，{minutes}分钟内有效。',
      '如非本人操作，请忽略本邮件，密码不会改变。',
    ],
    button: '设置新密码',
  },
  'password-changed': {
    subject: 'Rhythmdesk密码已修改',
    lines: [
      '{user_name}，您好：',
      'ID {user_id} 的密码已于{time}修改，该账户的其他登录均已结束。',
      '如非本人操作，请立即通知管理员。',
    ],
  },
  'email-changed': {
    subject: 'Rhythmdesk邮箱地址已修改',
    lines: [
      '{user_name}，您好：',
      'ID {user_id} 的邮箱地址已于{time}修改。本邮件发送至修改前的地址，今后的邮件将发送至新地址。',
      '如非本人操作，请立即通知管理员。',
    ],
  },
  'sign-up-waiting': {
    subject: '有新用户等待您的批准',
    lines: [
      '{user_name}（ID {user_id}）已注册为{group_name}的用户，正在等待批准。',
      '如果您认识此人，请予以批准；否则请注明理由并拒绝。',
    ],
    button: '打开用户列表',
  },
  'sign-up-done': {
    subject: '您的Rhythmdesk注册申请已受理',
    lines: [
      '{user_name}，您好：',
      '您在{group_name}的账户（ID {user_id}）已创建，正在等待批准。可以登录时，我们会发送邮件通知您。',
    ],
  },
  'sign-up-approved': {
    subject: '您的Rhythmdesk账户已可使用',
    lines: ['{user_name}，您好：', '您在{group_name}的账户（ID {user_id}）现在可以使用了。'],
    button: '登录',
  },
  'account-made': {
    subject: '您的 Rhythmdesk 账户已创建',
    lines: [
      '{user_name}，您好：',
      '已在{group_name}为您创建 ID 为 {user_id} 的账户。请使用该 ID 和此邮箱设置密码。',
    ],
    button: '设置密码',
  },
  'sign-up-refused': {
    subject: '您的Rhythmdesk账户未获批准',
    lines: [
      '{user_name}，您好：',
      '您在{group_name}的注册申请未获批准。理由：{reason}',
      '如有疑问，请联系所在机构的管理员。',
    ],
  },
  'dormant-soon': {
    subject: '您的 Rhythmdesk 账户即将进入休眠',
    lines: [
      '{user_name}，您好：',
      'ID {user_id} 已长时间未登录。该账户将于 {time} 进入休眠，之后无法继续使用。',
      '如需保留，请在此之前登录。休眠账户可由管理员重新启用。',
    ],
    button: '登录',
  },
  'factors-changed': {
    subject: '您的登录方式已更改',
    lines: [
      '{user_name}，您好：',
      'ID {user_id}的登录方式于{time}被添加、删除或更新。',
      '如非本人操作，请更改密码并立即联系管理员。',
    ],
  },
  'factors-reset': {
    subject: '您的两步验证已被重置',
    lines: [
      '{user_name}，您好：',
      '{by}于{time}重置了ID {user_id}的两步验证。该账户的所有会话均已结束。下次登录后请重新设置。',
      '如果您没有提出过此请求，请立即联系管理员。',
    ],
    button: '登录',
  },
  invoice: {
    subject: '{month}账单 {number}',
    lines: [
      '{group_name}：',
      '现附上{by}于{month}完成分析的病例账单 {number}。',
      '应付金额：{amount}，付款期限：{due}。',
    ],
  },
  notifications: {
    subject: 'Rhythmdesk新通知',
    lines: ['{user_name}，您好：', '您有新的通知：', '{items}'],
    button: '查看通知',
  },
  'notification-digest': {
    subject: 'Rhythmdesk通知摘要',
    lines: ['{user_name}，您好：', '以下是自上次摘要以来的未读通知：', '{items}'],
    button: '查看通知',
  },
  'critical-finding': {
    subject: 'Rhythmdesk危急值',
    lines: ['{user_name}，您好：', '您有一条危急值通知，请立即登录查看。'],
    button: '查看通知',
  },
  'ledger-clear': {
    subject: '{day} 台账：发送内容均已确认接收',
    lines: [
      '{user_name}，您好：',
      '{day} 为 {group_name} 发送的内容均已确认接收，没有未处理项。',
      '{figures}',
    ],
    button: '打开台账',
  },
  'ledger-open': {
    subject: '{day} 台账：{open} 项未处理',
    lines: [
      '{user_name}，您好：',
      '{day} 结束时 {group_name} 的未处理项：',
      '{figures}',
      '此前 30 天仍未处理：{earlier} 项',
    ],
    button: '打开台账',
  },
  'new-device': {
    subject: 'Rhythmdesk新设备登录提醒',
    lines: [
      '{user_name}，您好：',
      'ID {user_id} 于{time}在新的设备上登录（{device}，{address}）。',
      '如非本人操作，请修改密码并通知管理员。',
    ],
  },
};
