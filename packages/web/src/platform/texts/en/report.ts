/** The report made from the reading, in English. */
export const texts = {
  title: 'Report',
  language: 'Language of the report',
  paper: 'Document',
  'paper.report': 'Report',
  'paper.patient': 'Patient page',
  'patient-page.save': 'Save patient page',
  'full-disclosure': 'Full disclosure',
  'full-disclosure.minutes_one': '{{count}} minute per line',
  'full-disclosure.minutes_other': '{{count}} minutes per line',
  'as-it-stands': 'Draft preview, not saved as a version',
  following: 'Updating preview…',
  'from-reading': 'From the reading',
  make: 'Save version',
  'amend.title': 'Amended report',
  'amend.message':
    'The hospital already has a report of this case. Your text appears on the first page of the new report.',
  'amend.label': 'Change and reason',
  made: 'Version {{version}} saved',
  'open-case': 'Open the case page',
} as const;
