/** Checks that the page shows the messages of the specification letter by letter. */
import { expect, test } from 'vitest';
import { texts as casePage } from './en/case-page.ts';
import { texts as footer } from './en/footer.ts';
import { texts as institutions } from './en/institutions.ts';
import { texts as messages } from './en/messages.ts';
import { texts as shell } from './en/shell.ts';
import { texts as signUp } from './en/sign-up.ts';

test('the error catalogue has its messages', () => {
  expect(messages).toMatchObject({
    'alert.server-failure': 'Server problem, contact the admin.',
    'alert.session-expired': 'Your session has expired. Please log in again.',
    'alert.login-failure': 'Login failed. Please check your ID or password.',
    'alert.user-failure': 'Failed to find the user.',
    'alert.enter-id-password': 'Please enter ID and password.',
    'alert.upload-failed': 'Upload failed.',
    'alert.download-failed': 'Download failed. Contact the admin.',
    'alert.no-file': 'The file does not exist.',
    'alert.invalid-patch': 'Invalid patch.',
    'alert.validation': 'Validation Error.',
    'alert.not-found': 'Not found.',
    'alert.no-resource': 'No Resource.',
    'alert.mandatory-missing': 'Mandatory Missing.',
    'alert.no-report': 'No PDF report created on the Virtual Machine; complete the analysis first.',
    'alert.signup.failformat': 'Invalid format.',
  });
});

test('sign-up, files, institutions and pages have their messages', () => {
  expect(signUp['id.available']).toBe('This ID is available for use');
  expect(signUp['id.taken']).toBe('This ID is already registered');
  expect(signUp['terms.missing']).toBe('Please agree to the terms and conditions.');
  expect(signUp['find.sent-title']).toBe('Password change email has been sent.');
  expect(casePage['files.empty']).toBe('There is no uploaded files.');
  expect(institutions['delete.error']).toBe('Delete error: user exists.');
  expect(messages['refusal.group.register-code-taken']).toBe(
    'Duplicate Register Code - Please enter different Register Code.',
  );
  expect(shell['not-found.title']).toBe('Page not found');
  expect(footer['notices.sign-in-first']).toBe('Notices are available after login.');
  expect(messages['alert.required']).toBe('This field is required');
});
