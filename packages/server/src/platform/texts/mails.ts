/** Contains the texts of every mail, by language. Names in braces are the mail's parameters; `{code}` is its secret. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { mailsEn } from './mails-en.ts';
import { mailsJa } from './mails-ja.ts';
import { mailsKo } from './mails-ko.ts';
import { mailsZh } from './mails-zh.ts';
import type { MailTexts } from './mail-texts.ts';

export const mailTexts: Readonly<Record<Language, MailTexts>> = {
  en: mailsEn,
  ja: mailsJa,
  ko: mailsKo,
  zh: mailsZh,
};

type Frame = { readonly open: string; readonly foot: string };

export const mailFrame: Readonly<Record<Language, Frame>> = {
  en: {
    open: 'Open Rhythmdesk',
    foot: 'Sent automatically by Rhythmdesk. Replies to this mail are not read.',
  },
  ja: {
    open: 'Rhythmdeskを開く',
    foot: 'このメールはRhythmdeskから自動で送信されています。ご返信いただいてもお答えできません。',
  },
  ko: {
    open: 'Rhythmdesk 열기',
    foot: '이 메일은 Rhythmdesk에서 자동으로 발송되었습니다. 회신하셔도 확인되지 않습니다.',
  },
  zh: { open: '打开Rhythmdesk', foot: '本邮件由Rhythmdesk自动发送，请勿回复。' },
};
