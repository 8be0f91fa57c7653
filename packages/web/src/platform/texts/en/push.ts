/** Push messages in this browser: the question, the state and every fault, in English. */
export const texts = {
  'ask.title': 'Be told when a case needs you?',
  'ask.body':
    'Rhythmdesk can show a notification while this page is in the background. It names the kind and the HN ID, never a patient.',
  'ask.allow': 'Allow notifications',
  'ask.later': 'Not now',
  'turn-on': 'Turn on notifications',
  event: 'Notification event!',
  'state.granted': 'On in this browser',
  'state.unasked': 'Off in this browser',
  'state.turned-off': 'Off in this browser',
  'state.blocked': 'Blocked in the settings of this browser',
  'state.unsupported': 'This browser cannot receive push messages here',
  'fault.missing-config': 'Push messages are not fully set up on this server. Please tell the administrator.',
  'fault.permission-default':
    'Notifications were not allowed. You can allow them later on your account page.',
  'fault.permission-blocked':
    'Notifications are blocked for this page. They can be allowed again in the settings of the browser.',
  'fault.unsupported-browser': 'This browser does not support push messages.',
  'fault.indexed-db-unsupported':
    'This browser keeps no data for this page (IndexedDB), which push messages need. It may be a private window.',
  'fault.worker-failed':
    'The part of the page that shows push messages (service worker) could not be started.',
  'fault.subscribe-failed': 'This browser could not be subscribed to push messages.',
  'fault.unsubscribe-failed': 'The push subscription of this browser could not be ended.',
  'fault.update-failed': 'The push subscription of this browser could not be renewed.',
  'fault.invalid-vapid-key':
    'The key for push messages on this server is not valid. Please tell the administrator.',
} as const;
