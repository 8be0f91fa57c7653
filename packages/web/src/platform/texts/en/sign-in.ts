/** Contains the texts of the sign-in page, in English. */
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
    'The account {{user_id}} has not been used for a long time and is locked. The administrator of your institution can unlock it.',
  forgot: 'Forgot the password?',
  'new-here': 'New here?',
  register: 'Register',
  'waiting.title': 'This account is waiting for approval',
  'waiting.body':
    'The account {{user_id}} was created and is waiting for approval by your institution. You will receive a mail when you can sign in.',
  'second.title': 'One more step',
  'second.hint': 'Password accepted. Confirm your identity.',
  'second.hint-provider': 'Your institution has identified you. Confirm your identity once more.',
  'second.code': 'Six digits from your authenticator app',
  'second.recovery-code': 'Recovery code',
  'second.recovery-hint':
    'One of the ten codes that you saved when you set up the second step. Each works once.',
  'second.submit': 'Sign in',
  'second.use-authenticator': 'Use the authenticator app',
  'second.use-recovery-code': 'Use a recovery code',
  'passkey.sign-in': 'Sign in with a passkey',
  'passkey.none': 'No passkey was received. Try again or use another way.',
  'second.passkey': 'Use the passkey',
  'second.use-passkey': 'Use a passkey or security key',
} as const;
