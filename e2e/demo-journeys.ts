/** Names the journeys that still run on the shared demo. */
export const onDemo = [
  ...['account', 'audit', 'basket', 'consent', 'convert', 'coverage', 'critical', 'few-inputs', 'findings'],
  ...['institutions', 'invoices', 'measure', 'notices', 'pages-accessible', 'palette', 'people'],
  ...['practice', 'provider', 'push', 'returned-case', 'second-reading', 'sign-out'],
  ...[
    'sign-up',
    'small-screens',
    'statistics',
    'steady-page',
    'team-day',
    'two-readers',
    'upload-patients',
    'upload',
  ],
];
