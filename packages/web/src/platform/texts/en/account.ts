/** The account page: how one signs in, and where one is signed in, in English. */
export const texts = {
  title: 'Sign-in and security',
  sessions: 'Where you are signed in',
  'sessions.lead': 'End a session that you do not know, and change your password.',
  current: 'This session',
  device: '{{browser}} on {{system}}',
  'device.unknown': 'Unknown device',
  'network.loopback': 'this server’s own machine',
  'network.private': 'internal network',
  'network.public': 'internet',
  'network.unknown': 'unknown network',
  'signed-in': 'signed in {{time}}',
  'last-used': 'last used {{time}}',
  end: 'End',
  'end-one': 'End the session {{device}}',
  ended_one: '{{count}} session ended',
  ended_other: '{{count}} sessions ended',
  'end-others': 'End all others',
  'end-others.title': 'End all other sessions?',
  'end-others.body_one':
    '{{count}} other session ends at once. What was typed there and not saved may be lost.',
  'end-others.body_other':
    '{{count}} other sessions end at once. What was typed there and not saved may be lost.',
  'end-others.confirm': 'End them',
} as const;
