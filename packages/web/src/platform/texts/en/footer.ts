/** Contains the texts of the footer of every page and the language menu, in English. */
export const texts = {
  language: 'Language',
  licence: 'Licence agreement',
  privacy: 'Privacy policy',
  notices: 'Notices',
  version: 'Version {{version}}',
  releases: 'Release notes',
  'releases.for-users': 'For users',
  'releases.for-administrators': 'For administrators',
  copyright: '© {{year}} Rhythmdesk',
  'notices.sign-in-first': 'Notices are available after login.',
} as const;
