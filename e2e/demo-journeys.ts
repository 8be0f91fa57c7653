/** Names the journeys that still run on the shared demo. */
export const onDemo = [
  ...['basket', 'convert', 'coverage', 'critical', 'few-inputs', 'findings'],
  ...['measure', 'pages-accessible', 'practice', 'returned-case', 'second-reading'],
  ...['small-screens', 'steady-page', 'team-day', 'two-readers'],
];
