/** The sign-in page, in English. */
export const texts = {
  title: 'Sign in',
  hint: 'Use the ID that your institution gave you.',
  id: 'ID',
  password: 'Password',
  'show-password': 'Show the password',
  'hide-password': 'Hide the password',
  submit: 'Sign in',
  working: 'Signing in',
  'dormant.title': 'This account is dormant',
  'dormant.body':
    'The account {{user_id}} has not been used for a long time and is locked. The administrator of your institution can open it again.',
  forgot: 'Forgot the password?',
  'new-here': 'New here?',
  register: 'Register',
  'waiting.title': 'This account waits for approval',
  'waiting.body':
    'The account {{user_id}} was created and waits for approval by your institution. You will get a mail as soon as you can sign in.',
  'second.title': 'One more step',
  'second.hint': 'The password is right. Now show that it is you.',
  'second.hint-provider': 'Your institution knows you. Now show once more that it is you.',
  'second.code': 'Six digits from your authenticator app',
  'second.recovery-code': 'Recovery code',
  'second.recovery-hint':
    'One of the ten codes that you kept when you set up the second step. Each works once.',
  'second.submit': 'Sign in',
  'second.use-authenticator': 'Use the authenticator app',
  'second.use-recovery-code': 'Use a recovery code',
  'passkey.sign-in': 'Sign in with a passkey',
  'passkey.none': 'No passkey was given. Please try again or use another way.',
  'second.passkey': 'Use the passkey',
  'second.use-passkey': 'Use a passkey or security key',
} as const;
