/** Names the journeys that still run on the shared demo. */
export const onDemo = [
  ...['account', 'audit', 'consent'],
  ...['institutions', 'invoices', 'notices', 'palette', 'people'],
  ...['provider', 'push', 'sign-out'],
  ...['sign-up', 'statistics', 'upload-patients', 'upload'],
];
