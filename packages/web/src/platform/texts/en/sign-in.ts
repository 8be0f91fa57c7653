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
} as const;
