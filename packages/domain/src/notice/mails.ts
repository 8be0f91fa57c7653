/**
 * Lists every mail: its stable code, the parameters that its text may use, the page that its button opens and the
 * one-time secret that it contains. A mail is queued as code and parameters, and its text is written when it is sent.
 * No parameter names or describes a patient, because users read mail outside the product.
 */
export type OneTimeSecret =
  | 'email-code'
  | 'password-link'
  | 'consent-link'
  | 'health-link'
  | 'health-link-key'
  | 'health-link-code'
  | 'health-link-file';

interface MailRow {
  readonly parameters: readonly MailParameter[];
  /** The page that the button opens; `{token}` is the one-time secret of the mail. */
  readonly page?: `/${string}`;
  /** The secret that the mail contains. It is created when the mail is sent and is in no queue. */
  readonly secret?: OneTimeSecret;
  /** The mail is about something in the reader's scope and is not sent once that scope has changed. */
  readonly of_scope?: true;
}

type MailParameter =
  | 'address'
  | 'amount'
  | 'by'
  | 'day'
  | 'device'
  | 'due'
  | 'earlier'
  | 'figures'
  | 'group_name'
  | 'items'
  | 'minutes'
  | 'month'
  | 'number'
  | 'open'
  | 'reason'
  | 'time'
  | 'user_id'
  | 'user_name';

const mailTable = {
  /** Sent to a user who signs up: the six digits that verify the address. */
  'email-code': { parameters: ['minutes'], secret: 'email-code' },
  /** Sends the six digits that confirm an e-mail address to that address. */
  'email-confirm': { parameters: ['user_id', 'minutes'], secret: 'email-code' },
  'password-link': {
    parameters: ['user_name', 'user_id', 'minutes'],
    page: '/find-password#token={token}',
    secret: 'password-link',
  },
  'password-changed': { parameters: ['user_name', 'user_id', 'time'] },
  /** Sent to the previous address, so that the owner learns of a lost account. */
  'email-changed': { parameters: ['user_name', 'user_id', 'time'] },
  'sign-up-waiting': {
    parameters: ['user_name', 'user_id', 'group_name'],
    page: '/admin/user?view=waiting',
    of_scope: true,
  },
  'sign-up-done': { parameters: ['user_name', 'user_id', 'group_name'] },
  'sign-up-approved': { parameters: ['user_name', 'user_id', 'group_name'], page: '/login' },
  /** For an account from an import of many: its owner chooses the password by mail. */
  'account-made': { parameters: ['user_name', 'user_id', 'group_name'], page: '/find-password' },
  'sign-up-refused': { parameters: ['user_name', 'group_name', 'reason'] },
  /** Warns of the day on which an unused account becomes dormant. */
  'dormant-soon': { parameters: ['user_name', 'user_id', 'time'], page: '/login' },
  'factors-changed': { parameters: ['user_name', 'user_id', 'time'] },
  'factors-reset': { parameters: ['user_name', 'user_id', 'by', 'time'], page: '/login' },
  /** Sent to a hospital's address for invoices, with the invoice attached. */
  invoice: { parameters: ['group_name', 'by', 'number', 'month', 'amount', 'due'] },
  /** Contains categories and a count for each, no details and no patients: the product shows those after sign-in. */
  notifications: { parameters: ['user_name', 'items'], page: '/notifications', of_scope: true },
  'notification-digest': { parameters: ['user_name', 'items'], page: '/notifications', of_scope: true },
  'critical-finding': {
    parameters: ['user_name'],
    page: '/notifications?category=critical',
    of_scope: true,
  },
  /** About a day of the ledger that is over: with counts and numbers of messages and cases, without patients. */
  'ledger-clear': {
    parameters: ['user_name', 'group_name', 'day', 'figures'],
    page: '/admin/ledger',
    of_scope: true,
  },
  'ledger-open': {
    parameters: ['user_name', 'group_name', 'day', 'open', 'figures', 'earlier'],
    page: '/admin/ledger',
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

/** Returns the row of a code in the general type, for callers that read any code. */
export function mailRow(code: MailCode): MailRow {
  return mailTable[code];
}
