/** Contains what keys do, for the list of keys and the footer, in English. */
export const texts = {
  'group.everywhere': 'Everywhere',
  'group.page': 'On this page',
  palette: 'Find anything',
  help: 'All keys',
} as const;
