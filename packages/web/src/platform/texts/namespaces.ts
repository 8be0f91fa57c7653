/**
 * Lists the namespaces of texts with the type of each English file.
 *
 * A feature adds a file `<namespace>.ts` to the folder of each language (`en`, `ja`, `ko`, `zh`), exporting `texts`
 * (flat keys), and one line here. English defines the keys; the other files have the type `Translated<typeof en>`.
 */
import type { texts as account } from './en/account.ts';
import type { texts as accuracy } from './en/accuracy.ts';
import type { texts as actions } from './en/actions.ts';
import type { texts as activities } from './en/activities.ts';
import type { texts as agreements } from './en/agreements.ts';
import type { texts as analysis } from './en/analysis.ts';
import type { texts as apiKeys } from './en/api-keys.ts';
import type { texts as smartClients } from './en/smart-clients.ts';
import type { texts as tryApi } from './en/try-api.ts';
import type { texts as audit } from './en/audit.ts';
import type { texts as basket } from './en/basket.ts';
import type { texts as billing } from './en/billing.ts';
import type { texts as integration } from './en/integration.ts';
import type { texts as invoices } from './en/invoices.ts';
import type { texts as editLog } from './en/edit-log.ts';
import type { texts as exports } from './en/exports.ts';
import type { texts as caseForm } from './en/case-form.ts';
import type { texts as caseList } from './en/case-list.ts';
import type { texts as casePage } from './en/case-page.ts';
import type { texts as critical } from './en/critical.ts';
import type { texts as desk } from './en/desk.ts';
import type { texts as commands } from './en/commands.ts';
import type { texts as dialogs } from './en/dialogs.ts';
import type { texts as footer } from './en/footer.ts';
import type { texts as jobs } from './en/jobs.ts';
import type { texts as healthLinks } from './en/health-links.ts';
import type { texts as operations } from './en/operations.ts';
import type { texts as imports } from './en/imports.ts';
import type { texts as institutions } from './en/institutions.ts';
import type { texts as keys } from './en/keys.ts';
import type { texts as ledger } from './en/ledger.ts';
import type { texts as legal } from './en/legal.ts';
import type { texts as lists } from './en/lists.ts';
import type { texts as messages } from './en/messages.ts';
import type { texts as notices } from './en/notices.ts';
import type { texts as pdf } from './en/pdf.ts';
import type { texts as nextCase } from './en/next-case.ts';
import type { texts as savedViews } from './en/saved-views.ts';
import type { texts as people } from './en/people.ts';
import type { texts as measuring } from './en/measuring.ts';
import type { texts as practice } from './en/practice.ts';
import type { texts as phrases } from './en/phrases.ts';
import type { texts as pins } from './en/pins.ts';
import type { texts as privacy } from './en/privacy.ts';
import type { texts as prices } from './en/prices.ts';
import type { texts as providers } from './en/providers.ts';
import type { texts as push } from './en/push.ts';
import type { texts as reading } from './en/reading.ts';
import type { texts as report } from './en/report.ts';
import type { texts as second } from './en/second.ts';
import type { texts as shell } from './en/shell.ts';
import type { texts as signing } from './en/signing.ts';
import type { texts as signIn } from './en/sign-in.ts';
import type { texts as signUp } from './en/sign-up.ts';
import type { texts as statistics } from './en/statistics.ts';
import type { texts as notificationSettings } from './en/notification-settings.ts';
import type { texts as trace } from './en/trace.ts';
import type { texts as uploadRefusals } from './en/upload-refusals.ts';
import type { texts as uploads } from './en/uploads.ts';
import type { texts as users } from './en/users.ts';
import type { texts as words } from './en/words.ts';
import type { texts as work } from './en/work.ts';

type Namespaces = {
  /** Alerts, field faults and other texts that any page may show; the default namespace. */
  messages: typeof messages;
  /** Terms of the product: status, severity, priority, roles, time left. */
  words: typeof words;
  /** Buttons and frames of the product-free components. */
  dialogs: typeof dialogs;
  /** What keys do, for the list of keys. */
  keys: typeof keys;
  /** The footer of every page, also before sign-in. */
  footer: typeof footer;
  shell: typeof shell;
  /** The user's own account: sign-in factors, sessions. */
  account: typeof account;
  /** Push messages in this browser: the question, their state, errors. */
  push: typeof push;
  /** Notification settings: channels, quiet hours, mails. */
  'notification-settings': typeof notificationSettings;
  'sign-in': typeof signIn;
  /** Signing up, and choosing a new password by mail. */
  'sign-up': typeof signUp;
  legal: typeof legal;
  /** The recording view and its small previews. */
  trace: typeof trace;
  /** The case page: facts, timeline, comments, files. */
  'case-page': typeof casePage;
  /** The offer of the next case after one was finished. */
  'next-case': typeof nextCase;
  'saved-views': typeof savedViews;
  /** Accuracy of the automatic analysis: tables with their headings, method, limits. */
  accuracy: typeof accuracy;
  /** What the automatic analysis found, on the case page. */
  analysis: typeof analysis;
  /** A hospital's own sign-in provider: its settings, linked accounts. */
  providers: typeof providers;
  /** The reading of a recording: edit lock, accepted and rejected findings, strips. */
  reading: typeof reading;
  /** The log of the reading at the desk. */
  'edit-log': typeof editLog;
  /** The report made from the reading: its preview. */
  report: typeof report;
  /** The center's phrases for the conclusion: found on the desk, managed on their page. */
  phrases: typeof phrases;
  /** Signatures of reports, and the certificate of a center. */
  signing: typeof signing;
  /** The reading desk: queue, keys, templates. */
  desk: typeof desk;
  /** The strips selected for the report: their order, the marks on them. */
  basket: typeof basket;
  /** What the user sets on the strip of the desk: ends of an episode, marks of a measured beat. */
  measuring: typeof measuring;
  /** The keys of the reading desk, and how each user changes them. */
  commands: typeof commands;
  /** Comments that are pinned to a place of the recording. */
  pins: typeof pins;
  /** The guided first reading. */
  practice: typeof practice;
  /** The page of critical findings, and its rules. */
  critical: typeof critical;
  /** Second readings: the list, their texts on the desk, the agreement. */
  second: typeof second;
  /** A patient's consent: requested, given, withdrawn. */
  agreements: typeof agreements;
  /** Links to a patient's own results: made on the case page, opened by the patient. */
  'health-links': typeof healthLinks;
  /** Notices: reading, popups, writing. */
  notices: typeof notices;
  pdf: typeof pdf;
  people: typeof people;
  /** Importing records from a spreadsheet. */
  imports: typeof imports;
  /** The list of a user's actions. */
  activities: typeof activities;
  /** User administration: list, preview, record. */
  users: typeof users;
  /** The lists of cases, their columns, filters and preview. */
  'case-list': typeof caseList;
  /** The API keys of institutions. */
  'api-keys': typeof apiKeys;
  'smart-clients': typeof smartClients;
  'try-api': typeof tryApi;
  /** Institutions: their list, preview, edit dialogs, history. */
  institutions: typeof institutions;
  /** Amount and count between request and response groups. */
  billing: typeof billing;
  /** Invoices: months, accounts, closing, adjustments. */
  invoices: typeof invoices;
  statistics: typeof statistics;
  /** Price policies: what a case costs, over time. */
  prices: typeof prices;
  /** Parts of every list: period, filters, pages, spreadsheet. */
  lists: typeof lists;
  /** Actions on a case: names, dialogs, results. */
  actions: typeof actions;
  /** The user's own day, and the team's board. */
  work: typeof work;
  /** The form that creates or changes a case. */
  'case-form': typeof caseForm;
  /** Why the page refuses a file before it is sent, and what to do. */
  'upload-refusals': typeof uploadRefusals;
  /** The audit log: actions, kinds, columns. */
  audit: typeof audit;
  exports: typeof exports;
  /** Data protection: a patient’s copy and erasure, research, retention. */
  privacy: typeof privacy;
  /** Other systems, and the messages exchanged with them. */
  integration: typeof integration;
  /** What became of each order, case, result and critical finding. */
  ledger: typeof ledger;
  /** The state of the installation, for administrators. */
  operations: typeof operations;
  /** Background jobs that failed for good, for operators. */
  jobs: typeof jobs;
  /** The upload page: dropped files, the queue, the history. */
  uploads: typeof uploads;
};

export type Namespace = keyof Namespaces;

/** The keys that a translation must have: the English ones without singular forms. */
export type Translated<English> = {
  readonly [Key in keyof English as Key extends `${string}_one` ? never : Key]: string;
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'messages';
    resources: Namespaces;
    keySeparator: false;
    returnNull: false;
  }
}
