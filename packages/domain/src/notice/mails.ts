/**
 * What is told by mail: every mail as a stable code with the parameters that its text may use, the page that its button
 * opens and the one-time secret that it carries. It is queued as code and parameters and worded when sent. No parameter
 * names or describes a patient: a mail is read wherever its reader reads mail.
 */
export type OneTimeSecret = 'email-code' | 'password-link' | 'consent-link';

interface MailRow {
  readonly parameters: readonly MailParameter[];
  /** The page that the button opens; `{token}` is the mail's one-time secret. */
  readonly page?: `/${string}`;
  /** The secret that the mail carries; it is made when the mail is sent and lies in no queue. */
  readonly secret?: OneTimeSecret;
  /** It tells of what its reader may see, and is not sent once the reader's scope has changed. */
  readonly of_scope?: true;
}

type MailParameter =
  | 'address'
  | 'amount'
  | 'by'
  | 'device'
  | 'due'
  | 'group_name'
  | 'items'
  | 'minutes'
  | 'month'
  | 'number'
  | 'reason'
  | 'time'
  | 'user_id'
  | 'user_name';

const mailTable = {
  /** To whoever signs up: the six digits that prove the address. */
  'email-code': { parameters: ['minutes'], secret: 'email-code' },
  /** Sends the six digits that confirm an e-mail address to that address. */
  'email-confirm': { parameters: ['user_id', 'minutes'], secret: 'email-code' },
  'password-link': {
    parameters: ['user_name', 'user_id', 'minutes'],
    page: '/find-password#token={token}',
    secret: 'password-link',
  },
  'password-changed': { parameters: ['user_name', 'user_id', 'time'] },
  /** To the address before the change: whoever lost the account must learn of it. */
  'email-changed': { parameters: ['user_name', 'user_id', 'time'] },
  'sign-up-waiting': {
    parameters: ['user_name', 'user_id', 'group_name'],
    page: '/admin/user?view=waiting',
    of_scope: true,
  },
  'sign-up-done': { parameters: ['user_name', 'user_id', 'group_name'] },
  'sign-up-approved': { parameters: ['user_name', 'user_id', 'group_name'], page: '/login' },
  /** An account that was made with many others: its owner chooses the password by mail. */
  'account-made': { parameters: ['user_name', 'user_id', 'group_name'], page: '/find-password' },
  'sign-up-refused': { parameters: ['user_name', 'group_name', 'reason'] },
  /** Nobody signed in for long: the day on which the account becomes dormant. */
  'dormant-soon': { parameters: ['user_name', 'user_id', 'time'], page: '/login' },
  'factors-changed': { parameters: ['user_name', 'user_id', 'time'] },
  'factors-reset': { parameters: ['user_name', 'user_id', 'by', 'time'], page: '/login' },
  /** To a hospital's address for invoices; the invoice itself is attached. */
  invoice: { parameters: ['group_name', 'by', 'number', 'month', 'amount', 'due'] },
  /** Categories and how many of each, never what or of whom: the product shows that after sign-in. */
  notifications: { parameters: ['user_name', 'items'], page: '/notifications', of_scope: true },
  'notification-digest': { parameters: ['user_name', 'items'], page: '/notifications', of_scope: true },
  'critical-finding': {
    parameters: ['user_name'],
    page: '/notifications?category=critical',
    of_scope: true,
  },
  'new-device': { parameters: ['user_name', 'user_id', 'device', 'address', 'time'] },
} as const satisfies Record<string, MailRow>;

export type MailCode = keyof typeof mailTable;
export type ParametersOf<Code extends MailCode> = (typeof mailTable)[Code]['parameters'][number];

function isMailCode(text: string): text is MailCode {
  return Object.hasOwn(mailTable, text);
}

export const mailCodes: readonly MailCode[] = Object.keys(mailTable).filter(isMailCode);

/** The row of a code as the loosest of them, for whoever reads any. */
export function mailRow(code: MailCode): MailRow {
  return mailTable[code];
}
