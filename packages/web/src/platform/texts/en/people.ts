/** Contains the texts of users who wait for approval, in English. */
export const texts = {
  waiting_one: '{{count}} person is waiting for approval',
  waiting_other: '{{count}} people are waiting for approval',
  'none-waiting': 'No sign-ups waiting for approval',
  'none-waiting.body': 'People who sign up with an institution’s code appear here.',
  approve: 'Approve',
  refuse: 'Reject',
  'refuse.title': 'Reject {{name}}?',
  'refuse.body': 'The person receives the reason by mail. The account and its data are deleted.',
  'refuse.reason': 'Reason',
  'refuse.confirm': 'Reject',
} as const;
