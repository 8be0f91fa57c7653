/** Contains the texts of the page on which calls of the API are tried, in English. */
export const texts = {
  title: 'Try the API',
  area: 'Area',
  'as-user': 'Calls are made as {{name}} and change real data.',
  'with-key': 'Enter an API key under “Authorize”. Calls change real data.',
  description: 'Description without scripts',
} as const;
