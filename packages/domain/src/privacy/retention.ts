/**
 * Lists every kind of stored data with how long it is kept. The sweeps, the page and docs/data-protection.md read this
 * table, so that they cannot differ.
 */

/**
 * When data ends: after the time of a setting of the installation, after a fixed number of days, with the erasure of its
 * patient, with its account, or never.
 */
type Ends =
  | {
      readonly by: 'setting';
      readonly setting: string;
      readonly unit: 'days' | 'years';
      readonly zero_is_never?: true;
    }
  | { readonly by: 'fixed'; readonly days: number }
  | { readonly by: 'erasure' | 'account' | 'never' | 'operator' };

export type RetentionRow = {
  readonly concerns: 'patient' | 'account' | 'installation';
  readonly ends: Ends;
};

const setting = <const Name extends string>(name: Name, unit: 'days' | 'years' = 'days') =>
  ({ by: 'setting', setting: name, unit }) as const;
const fixed = (days: number) => ({ by: 'fixed', days }) as const;
const erasure = { by: 'erasure' } as const;
const never = { by: 'never' } as const;

export const retention = {
  'patient-fields': { concerns: 'patient', ends: erasure },
  signal: { concerns: 'patient', ends: { ...setting('SIGNAL_RETENTION_DAYS'), zero_is_never: true } },
  'removed-files': { concerns: 'patient', ends: setting('REMOVED_FILES_DAYS') },
  reading: { concerns: 'patient', ends: erasure },
  report: { concerns: 'patient', ends: erasure },
  'report-of-the-erased': { concerns: 'patient', ends: setting('REPORT_RETENTION_YEARS', 'years') },
  attachment: { concerns: 'patient', ends: erasure },
  comment: { concerns: 'patient', ends: erasure },
  consent: { concerns: 'patient', ends: erasure },
  'consent-link': { concerns: 'patient', ends: fixed(30) },
  'health-link': { concerns: 'patient', ends: erasure },
  upload: { concerns: 'patient', ends: setting('UPLOAD_RETENTION_DAYS') },
  message: { concerns: 'patient', ends: setting('MESSAGE_RETENTION_DAYS') },
  export: { concerns: 'patient', ends: fixed(1) },
  notification: { concerns: 'patient', ends: setting('NOTIFICATION_RETENTION_DAYS') },
  draft: { concerns: 'patient', ends: setting('DRAFT_RETENTION_DAYS') },
  answer: { concerns: 'patient', ends: fixed(7) },
  history: { concerns: 'patient', ends: never },
  'audit-log': { concerns: 'patient', ends: never },
  invoice: { concerns: 'patient', ends: never },
  account: { concerns: 'account', ends: { by: 'account' } },
  session: { concerns: 'account', ends: fixed(30) },
  link: { concerns: 'account', ends: fixed(1) },
  mail: { concerns: 'account', ends: fixed(7) },
  log: { concerns: 'installation', ends: { by: 'operator' } },
  backup: { concerns: 'installation', ends: { by: 'operator' } },
} as const satisfies Record<string, RetentionRow>;

export type RetentionKind = keyof typeof retention;

const isKind = (text: string): text is RetentionKind => Object.hasOwn(retention, text);
export const retentionKinds: readonly RetentionKind[] = Object.keys(retention).filter(isKind);

/** The settings that the table names. */
export type RetentionSetting = Extract<
  (typeof retention)[RetentionKind]['ends'],
  { by: 'setting' }
>['setting'];
