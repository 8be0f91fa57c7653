/** Contains the texts of the mails in English. */
import type { MailTexts } from './mail-texts.ts';

export const mailsEn: MailTexts = {
  'email-code': {
    subject: 'Your Rhythmdesk code',
    lines: [
      'Enter these six digits on the sign-up page:',
      '{code}',
      'They are valid for {minutes} minutes. If you did not request them, ignore this mail.',
    ],
  },
  'email-confirm': {
    subject: 'Confirm your e-mail address',
    lines: [
      'This address was entered for the Rhythmdesk account {user_id}. To confirm it, enter these six digits under Account settings:',
      '{code}',
      'They are valid for {minutes} minutes. If this account is not yours, ignore this mail: nothing changes.',
    ],
  },
  'password-link': {
    subject: 'Choose a new password for Rhythmdesk',
    lines: [
      'Dear {user_name},',
      'a new password was requested for the ID {user_id}. Use this link to choose one. It works once and for {minutes} minutes.',
      'If it was not you, ignore this mail: your password does not change.',
    ],
    button: 'Choose a new password',
  },
  'password-changed': {
    subject: 'Your Rhythmdesk password was changed',
    lines: [
      'Dear {user_name},',
      'the password of the ID {user_id} was changed on {time}. All other sessions of this account have ended.',
      'If it was not you, notify your administrator at once.',
    ],
  },
  'email-changed': {
    subject: 'Your Rhythmdesk e-mail address was changed',
    lines: [
      'Dear {user_name},',
      'the e-mail address of the ID {user_id} was changed on {time}. This mail goes to the previous address; later mails go to the new address.',
      'If it was not you, notify your administrator at once.',
    ],
  },
  'sign-up-waiting': {
    subject: 'A new account is waiting for your approval',
    lines: [
      '{user_name} (ID {user_id}) signed up for {group_name} and is waiting for approval.',
      'Please approve the account if you know this person, or refuse it with a reason.',
    ],
    button: 'Open users',
  },
  'sign-up-done': {
    subject: 'Your Rhythmdesk account was created',
    lines: [
      'Dear {user_name},',
      'your account with the ID {user_id} at {group_name} has been created and is waiting for approval. You will receive a mail when you can sign in.',
    ],
  },
  'sign-up-approved': {
    subject: 'Your Rhythmdesk account is ready',
    lines: ['Dear {user_name},', 'your account with the ID {user_id} at {group_name} can be used now.'],
    button: 'Sign in',
  },
  'account-made': {
    subject: 'Your Rhythmdesk account was created',
    lines: [
      'Dear {user_name},',
      'an account with the ID {user_id} was created for you at {group_name}. Choose your password with this ID and this e-mail address.',
    ],
    button: 'Choose a password',
  },
  'sign-up-refused': {
    subject: 'Your Rhythmdesk account was not approved',
    lines: [
      'Dear {user_name},',
      'your account at {group_name} was not approved. Reason: {reason}',
      'If you think this is a mistake, please contact the administrator of your institution.',
    ],
  },
  'dormant-soon': {
    subject: 'Your Rhythmdesk account will become dormant',
    lines: [
      'Dear {user_name},',
      'the ID {user_id} has not been used for a long time. On {time} the account becomes dormant and can no longer be used.',
      'To keep it, sign in before that day. Your administrator can reactivate a dormant account.',
    ],
    button: 'Sign in',
  },
  'factors-changed': {
    subject: 'Your Rhythmdesk sign-in methods were changed',
    lines: [
      'Dear {user_name},',
      'a sign-in method of the ID {user_id} was added, removed or renewed on {time}.',
      'If it was not you, change your password and notify your administrator at once.',
    ],
  },
  'factors-reset': {
    subject: 'Your second sign-in step was reset',
    lines: [
      'Dear {user_name},',
      '{by} reset the second sign-in step of the ID {user_id} on {time}. All sessions of this account have ended. After your next sign-in, please set it up again.',
      'If you did not request this, notify your administrator at once.',
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
    lines: ['Dear {user_name},', 'you have new notifications:', '{items}'],
    button: 'Open notifications',
  },
  'notification-digest': {
    subject: 'Your Rhythmdesk digest',
    lines: ['Dear {user_name},', 'these notifications since the last digest are still unread:', '{items}'],
    button: 'Open notifications',
  },
  'critical-finding': {
    subject: 'Critical finding in Rhythmdesk',
    lines: ['Dear {user_name},', 'there is a critical finding for you. Please sign in and check it now.'],
    button: 'Open notifications',
  },
  'ledger-clear': {
    subject: 'Ledger of {day}: everything sent was acknowledged',
    lines: [
      'Dear {user_name},',
      'everything sent for {group_name} on {day} was acknowledged, and nothing is open.',
      '{figures}',
    ],
    button: 'Open ledger',
  },
  'ledger-open': {
    subject: 'Ledger of {day}: {open} open',
    lines: [
      'Dear {user_name},',
      'at {group_name}, this was open at the end of {day}:',
      '{figures}',
      'From the 30 days before, {earlier} are still open.',
    ],
    button: 'Open ledger',
  },
  'new-device': {
    subject: 'New sign-in to Rhythmdesk',
    lines: [
      'Dear {user_name},',
      'the ID {user_id} was used on {time} on a new device: {device}, from {address}.',
      'If it was not you, change your password and notify your administrator.',
    ],
  },
};
