/** Checks the rules between settings: which one needs another, and which ones exclude each other. */
import { isLoopback } from './loopback.ts';
import type { SettingValues } from './settings.ts';

/** The first setting is needed if the second has a value. */
const needs: readonly (readonly [keyof SettingValues, keyof SettingValues])[] = [
  ['DATABASE_URL', 'DATABASE_OWNER_URL'],
  ['DATABASE_URL', 'DATABASE_POOL_URL'],
  ['DATABASE_URL', 'DATABASE_REPLICA_URL'],
  ['FILES_URL', 'FILES_ENDPOINT'],
  ['MAIL_FROM', 'MAIL_URL'],
  ['PUBLIC_URL', 'MAIL_URL'],
  ['MAIL_URL', 'MAIL_CA_FILE'],
  ['PUBLIC_URL', 'OIDC_FILE'],
  ['SMS_URL', 'SMS_TOKEN'],
  ['SMS_URL', 'SMS_FROM'],
  ['TLS_CERT_FILE', 'TLS_KEY_FILE'],
  ['TLS_KEY_FILE', 'TLS_CERT_FILE'],
  ['HL7_CERT_FILE', 'HL7_KEY_FILE'],
  ['HL7_KEY_FILE', 'HL7_CERT_FILE'],
  ['HL7_CERT_FILE', 'HL7_CA_FILE'],
];

function excluded(config: SettingValues): [string, string][] {
  const wrong: [string, string][] = [];
  const { PUBLIC_URL, FCM_PROJECT_ID, FCM_API_KEY, FCM_APP_ID, FCM_SENDER_ID } = config;
  const isWhole = [FCM_PROJECT_ID, FCM_API_KEY, FCM_APP_ID, FCM_SENDER_ID].every(
    (each) => each !== undefined,
  );
  if (isWhole && config.FCM_CREDENTIALS_FILE === undefined)
    wrong.push(['FCM_CREDENTIALS_FILE', 'is needed with the settings of a Firebase project']);
  if (config.TLS_CERT_FILE !== undefined && PUBLIC_URL?.startsWith('http:') === true)
    wrong.push(['PUBLIC_URL', 'must begin with https if TLS_CERT_FILE is set']);
  if (config.HTTP_REDIRECT_PORT !== undefined && PUBLIC_URL?.startsWith('https:') !== true)
    wrong.push(['HTTP_REDIRECT_PORT', 'needs a PUBLIC_URL that begins with https']);
  if (!isLoopback(config.METRICS_HOST) && config.METRICS_TOKEN === undefined)
    wrong.push(['METRICS_TOKEN', 'is needed if METRICS_HOST is not loopback']);
  if (config.DEMO && (config.DATABASE_URL ?? config.MAIL_URL) !== undefined)
    wrong.push(['DEMO', 'cannot be true if DATABASE_URL or MAIL_URL is set']);
  if (config.LOGIN_LOCK_AFTER <= config.LOGIN_DELAY_AFTER)
    wrong.push(['LOGIN_LOCK_AFTER', 'must be more than LOGIN_DELAY_AFTER']);
  return wrong;
}

/** Returns the settings that do not fit to others, each with the rule in words. */
export function wrongTogether(config: SettingValues): ReadonlyMap<string, string> {
  const lacking = needs
    .filter(([name, by]) => config[name] === undefined && config[by] !== undefined)
    .map(([name, by]): [string, string] => [name, `is needed if ${by} is set`]);
  return new Map([...lacking, ...excluded(config)]);
}
