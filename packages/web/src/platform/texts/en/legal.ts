/** Contains the texts of the licence agreement and the privacy policy of this product, in English. */
export const texts = {
  'licence.use.title': '1. What you may use it for',
  'licence.use.body':
    'Rhythmdesk is licensed to your institution for reviewing recordings of heart-monitor patches. You use it on behalf of that institution, with the account that was given to you, and only for the care and the administration of its patients. The licence cannot be sold, lent or passed on.',
  'licence.account.title': '2. Your account',
  'licence.account.body':
    'An account belongs to one person. Keep the password to yourself and sign out when you leave a shared computer. What is done with your account is recorded under your name. Tell your administrator at once if somebody else may know your password.',
  'licence.clinical.title': '3. Clinical responsibility',
  'licence.clinical.body':
    'The product shows recordings and measurements and helps to find what matters in them. It does not make a diagnosis. A qualified person judges every finding before it is used for treatment. It is not a monitoring system and gives no alarm in an emergency.',
  'licence.data.title': '4. Recordings and reports',
  'licence.data.body':
    'Recordings, reports and comments remain the property of the institution that entered them. Upload only what you are entitled to pass on, and where the institution asks for the patient’s agreement, only with it.',
  'licence.limits.title': '5. What is not allowed',
  'licence.limits.body':
    'You do not try to reach cases outside of your task, to get around a limit of the product, to disturb its operation, to take it apart, or to copy patient data to places that your institution has not approved.',
  'licence.changes.title': '6. Changes and end',
  'licence.changes.body':
    'The product is improved over time; changes that alter how you work are announced as notices. The licence ends with the agreement between your institution and the operator, or when your account is closed.',
  'privacy.what.title': '1. What is processed',
  'privacy.what.body':
    'Of patients: name, patient ID, birth date, sex, phone number, the recording and what is found in it. Of users: name, ID, email address, phone number, role and institution, the times of sign-in, and the actions done in the product.',
  'privacy.why.title': '2. Why',
  'privacy.why.body':
    'To review the recording that the hospital ordered and to return its report, to protect accounts, to answer questions of support, and to bill the institution. Nothing is used for advertising, and nothing is sold.',
  'privacy.who.title': '3. Who sees it',
  'privacy.who.body':
    'The hospital that owns the case, the technicians and chiefs of the center that reads it, and administrators as far as their task needs it. Names, birth dates and phone numbers are masked for those who work without them. An administrator who opens patient data states a reason, and it is recorded.',
  'privacy.keep.title': '4. How it is kept',
  'privacy.keep.body':
    'Data travels encrypted and is stored on systems of the operator. Each recording is kept for the period agreed with the hospital; after it the signal is deleted, while the report and the history of the case stay as long as medical records must be kept.',
  'privacy.browser.title': '5. In this browser',
  'privacy.browser.body':
    'The browser keeps your session until you sign out or close the window, and your choice of language and theme. There are no cookies for tracking and no third-party counters.',
  'privacy.rights.title': '6. Your rights',
  'privacy.rights.body':
    'Patients turn to their hospital to see, correct or withdraw their data. Users see and correct theirs under Edit profile, or ask the support named at the foot of the page.',
} as const;
