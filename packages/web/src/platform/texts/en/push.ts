/** Contains the texts of push messages in this browser: the question, the state, errors, in English. */
export const texts = {
  'ask.title': 'Turn on notifications?',
  'ask.body':
    'They appear while this page is in the background. They show only the kind of event and the HN ID, never patient names.',
  'ask.allow': 'Allow notifications',
  'ask.later': 'Not now',
  'turn-on': 'Turn on notifications',
  event: 'Notification event!',
  'state.granted': 'On in this browser',
  limit_one: 'Push messages go to the {{count}} browser that you used last.',
  limit_other: 'Push messages go to the {{count}} browsers that you used last.',
  'state.unasked': 'Off in this browser',
  'state.turned-off': 'Off in this browser',
  'state.blocked': 'Blocked in the settings of this browser',
  'state.unsupported': 'This browser cannot receive push messages here',
  'fault.missing-config': 'Push messages are not fully set up on this server. Contact the administrator.',
  'fault.permission-default':
    'Notifications were not allowed. You can allow them later on your account page.',
  'fault.permission-blocked':
    'Notifications are blocked for this page. They can be allowed again in the settings of the browser.',
  'fault.unsupported-browser': 'This browser does not support push messages.',
  'fault.indexed-db-unsupported':
    'This browser stores no data for this page (IndexedDB), which push messages require. It may be a private window.',
  'fault.worker-failed': 'The service worker for push messages could not be started.',
  'fault.subscribe-failed': 'This browser could not be subscribed to push messages.',
  'fault.unsubscribe-failed': 'The push subscription of this browser could not be ended.',
  'fault.update-failed': 'The push subscription of this browser could not be renewed.',
  'fault.invalid-vapid-key':
    'The key for push messages on this server is not valid. Contact the administrator.',
} as const;
