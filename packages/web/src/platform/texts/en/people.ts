/** Users and who waits to become one, in English. */
export const texts = {
  waiting_one: '{{count}} person is waiting for approval',
  waiting_other: '{{count}} people are waiting for approval',
  'none-waiting': 'Nobody is waiting for approval',
  'none-waiting.body': 'Whoever signs up with an institution’s code appears here.',
  approve: 'Approve',
  refuse: 'Refuse',
  'refuse.title': 'Refuse {{name}}?',
  'refuse.body': 'The person is told the reason by mail. The account and what it said are forgotten.',
  'refuse.reason': 'Reason',
  'refuse.confirm': 'Refuse',
} as const;
