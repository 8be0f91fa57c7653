/** Declares the keys of the PDF viewer. */
export const pdfKeys = {
  before: 'PgUp',
  after: 'PgDn',
  larger: '+',
  smaller: '−',
  first: 'Home',
  last: 'End',
  print: 'Ctrl+P',
  close: 'Esc',
} as const;
