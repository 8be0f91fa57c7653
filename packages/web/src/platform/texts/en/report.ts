/** The report made from the reading, in English. */
export const texts = {
  title: 'Report',
  language: 'Language of the report',
  paper: 'What is shown',
  'paper.report': 'Report',
  'paper.patient': 'Patient’s page',
  'patient-page.save': 'Page for the patient',
  'full-disclosure': 'Full disclosure',
  'full-disclosure.minutes_one': '{{count}} minute a line',
  'full-disclosure.minutes_other': '{{count}} minutes a line',
  'as-it-stands': 'as the reading stands, not yet a version',
  following: 'following the last edit …',
  'from-reading': 'From the reading',
  make: 'Make a version',
  'amend.title': 'Amended report',
  'amend.message':
    'The hospital has a report of this case already. The first page of the next one says what you write here.',
  'amend.label': 'What was changed, and why',
  made: 'version {{version}} made',
} as const;
