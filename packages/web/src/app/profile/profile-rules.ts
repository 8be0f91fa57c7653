/**
 * Decides what the profile dialog checks and sends. Pure.
 *
 * Invariants: the password is sent only if it or its confirmation is not empty; e-mail and name only if not empty; a
 * new password or e-mail address requires the current password; the confirmation must equal the password; the phone
 * number is reduced to digits while it is typed.
 */
import { isEmail, stripPhone } from '@rhythmdesk/domain/people/contact';
import { passwordFault } from '@rhythmdesk/domain/people/passwords';
import type { MessageKey } from '../../platform/client/fault-answers.ts';

export type ProfileDraft = {
  name: string;
  email: string;
  phone_number: string;
  current_password: string;
  password: string;
  confirm: string;
};

type ProfileFaults = Partial<Record<keyof ProfileDraft, MessageKey>>;

const passwordFaults = {
  'user/password-alphabet': 'alert.password.alphabet',
  'user/password-short': 'alert.password.length',
  'user/password-long': 'alert.password.length',
  'user/password-is-id': 'alert.password.is-id',
  'user/password-common': 'alert.password.common',
} as const satisfies Record<string, MessageKey>;

function passwordMessage(password: string, user_id: string): MessageKey | undefined {
  const fault = passwordFault(password, user_id);
  if (fault === null) return undefined;
  const known = Object.entries(passwordFaults).find(([code]) => code === fault);
  return known ? known[1] : 'field-fault';
}

const wantsPassword = (draft: ProfileDraft): boolean => draft.password !== '' || draft.confirm !== '';

/** The current account, which a draft is compared with. */
export type ProfileAccount = {
  readonly user_id: string;
  readonly email: string;
  /** Without a password, the provider or a passkey verifies the user instead. */
  readonly has_password: boolean;
};

const changesEmail = (draft: ProfileDraft, account: ProfileAccount): boolean =>
  draft.email !== '' && draft.email !== account.email;

export const needsPassword = (draft: ProfileDraft, account: ProfileAccount): boolean =>
  wantsPassword(draft) || changesEmail(draft, account);

/** `must_change`: a one-time password must be replaced, so a new one is required. */
export function profileFaults(
  draft: ProfileDraft,
  account: ProfileAccount,
  must_change: boolean,
): ProfileFaults {
  const faults: ProfileFaults = {};
  const { user_id } = account;
  const asksPassword = needsPassword(draft, account);
  if (asksPassword && account.has_password && draft.current_password === '')
    faults.current_password = 'alert.required';
  if (draft.email !== '' && !isEmail(draft.email)) faults.email = 'alert.signup.failformat';
  if (!wantsPassword(draft)) {
    if (must_change) faults.password = 'alert.required';
    return faults;
  }
  const message = passwordMessage(draft.password, user_id);
  if (message) faults.password = message;
  if (draft.confirm !== draft.password) faults.confirm = 'alert.signup.pwcheck';
  return faults;
}

type ProfileUpdate = {
  user_id: string;
  phone_number: string;
  name?: string;
  email?: string;
  password?: string;
  current_password?: string;
};

export function profileUpdate(draft: ProfileDraft, account: ProfileAccount): ProfileUpdate {
  const asksPassword = needsPassword(draft, account);
  return {
    user_id: account.user_id,
    phone_number: stripPhone(draft.phone_number),
    ...(draft.name.trim() === '' ? {} : { name: draft.name.trim() }),
    ...(draft.email === '' ? {} : { email: draft.email }),
    ...(wantsPassword(draft) ? { password: draft.password } : {}),
    ...(asksPassword && account.has_password ? { current_password: draft.current_password } : {}),
  };
}
