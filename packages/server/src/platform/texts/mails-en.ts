/** The mails in English. */
import type { MailTexts } from './mail-texts.ts';

export const mailsEn: MailTexts = {
  'email-code': {
    subject: 'Your Rhythmdesk code',
    lines: [
      'Enter these six digits on the sign-up page:',
      '{code}',
      'They are good for {minutes} minutes. If you did not ask for them, you need not do anything.',
    ],
  },
  'email-confirm': {
    subject: 'Confirm your e-mail address',
    lines: [
      'This address was given for the Rhythmdesk account {user_id}. To confirm it, enter these six digits under Account settings:',
      '{code}',
      'They are valid for {minutes} minutes. If this account is not yours, ignore this mail: without the digits nothing changes.',
    ],
  },
  'password-link': {
    subject: 'Choose a new password for Rhythmdesk',
    lines: [
      'Dear {user_name},',
      'somebody asked for a new password for the ID {user_id}. This link lets you choose one. It works once and for {minutes} minutes.',
      'If it was not you, leave this mail alone: your password stays as it is.',
    ],
    button: 'Choose a new password',
  },
  'password-changed': {
    subject: 'Your Rhythmdesk password was changed',
    lines: [
      'Dear {user_name},',
      'the password of the ID {user_id} was changed on {time}. All other sessions of this account have ended.',
      'If it was not you, tell your administrator at once.',
    ],
  },
  'email-changed': {
    subject: 'Your Rhythmdesk e-mail address was changed',
    lines: [
      'Dear {user_name},',
      'the e-mail address of the ID {user_id} was changed on {time}. This mail goes to the address before the change; later ones go to the new address.',
      'If it was not you, tell your administrator at once.',
    ],
  },
  'sign-up-waiting': {
    subject: 'A new account waits for your approval',
    lines: [
      '{user_name} (ID {user_id}) signed up for {group_name} and waits for approval.',
      'Please approve the account if you know this person, or refuse it with a reason.',
    ],
    button: 'See the users',
  },
  'sign-up-done': {
    subject: 'Your Rhythmdesk account was created',
    lines: [
      'Dear {user_name},',
      'your account with the ID {user_id} at {group_name} has been created and waits for approval. You will get a mail as soon as you can sign in.',
    ],
  },
  'sign-up-approved': {
    subject: 'Your Rhythmdesk account is ready',
    lines: ['Dear {user_name},', 'your account with the ID {user_id} at {group_name} can be used now.'],
    button: 'Sign in',
  },
  'account-made': {
    subject: 'Your Rhythmdesk account was made',
    lines: [
      'Dear {user_name},',
      'an account with the ID {user_id} was made for you at {group_name}. Choose your password with this ID and this e-mail address.',
    ],
    button: 'Choose a password',
  },
  'sign-up-refused': {
    subject: 'Your Rhythmdesk account was not approved',
    lines: [
      'Dear {user_name},',
      'your account at {group_name} was not approved. The reason given: {reason}',
      'If you think that this is a mistake, please speak to the administrator of your institution.',
    ],
  },
  'dormant-soon': {
    subject: 'Your Rhythmdesk account will become dormant',
    lines: [
      'Dear {user_name},',
      'nobody has signed in with the ID {user_id} for a long time. On {time} the account becomes dormant and can then not be used any more.',
      'To keep it, sign in before that day. A dormant account can be woken up by your administrator.',
    ],
    button: 'Sign in',
  },
  'factors-changed': {
    subject: 'How you sign in to Rhythmdesk was changed',
    lines: [
      'Dear {user_name},',
      'a way of signing in with the ID {user_id} was added, removed or renewed on {time}.',
      'If it was not you, change your password and tell your administrator at once.',
    ],
  },
  'factors-reset': {
    subject: 'Your second sign-in step was reset',
    lines: [
      'Dear {user_name},',
      '{by} reset the second sign-in step of the ID {user_id} on {time}. All sessions of this account have ended. After your next sign-in, please set it up again.',
      'If you did not ask for this, tell your administrator at once.',
    ],
    button: 'Sign in',
  },
  invoice: {
    subject: 'Invoice {number} for {month}',
    lines: [
      'To {group_name},',
      'attached is the invoice {number} of {by} for the cases that were read in {month}.',
      'Amount due: {amount}, payable by {due}.',
    ],
  },
  notifications: {
    subject: 'New notifications in Rhythmdesk',
    lines: ['Dear {user_name},', 'new notifications are waiting for you:', '{items}'],
    button: 'See the notifications',
  },
  'notification-digest': {
    subject: 'Your Rhythmdesk digest',
    lines: [
      'Dear {user_name},',
      'since the last digest these notifications have come and are still unread:',
      '{items}',
    ],
    button: 'See the notifications',
  },
  'critical-finding': {
    subject: 'Critical finding in Rhythmdesk',
    lines: ['Dear {user_name},', 'a critical finding is waiting for you. Please sign in and look at it now.'],
    button: 'See the notifications',
  },
  'new-device': {
    subject: 'New sign-in to Rhythmdesk',
    lines: [
      'Dear {user_name},',
      'the ID {user_id} was used on {time} on a device that was not seen before: {device}, from {address}.',
      'If it was not you, change your password and tell your administrator.',
    ],
  },
};
