/** What keys do, for the shortcut list and the footer, in English. */
export const texts = {
  'group.everywhere': 'Everywhere',
  'group.page': 'On this page',
  palette: 'Find anything',
  help: 'All keys',
} as const;
