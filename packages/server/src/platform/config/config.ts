/**
 * Parses the environment once at start. A wrong setting stops the start with an error that names it; no value is
 * guessed.
 */
import { z } from 'zod';
import { isLoopback } from './loopback.ts';
import type { Setting } from './setting.ts';
import { settingGroups, settings } from './settings.ts';

type Settings = typeof settings;
type ValueOf<Row> = Row extends { shape: infer Shape extends z.ZodType; fallback: infer Fallback }
  ? z.output<Shape> | (Fallback extends string ? never : undefined)
  : never;

/** The parsed settings by name. An optional setting that is missing is `undefined`. */
export type Config = { readonly [Name in keyof Settings]: ValueOf<Settings[Name]> };

const shapes = Object.fromEntries(
  Object.entries(settings).map(([name, { shape, fallback }]) => [
    name,
    z.preprocess(
      (given) => (given === undefined || given === '' ? fallback : given),
      fallback === undefined ? z.optional(shape) : shape,
    ),
  ]),
);

export class WrongSettings extends Error {
  readonly code = 'config/wrong-setting';
  readonly names: string[];
  constructor(names: string[], text: string) {
    super(text);
    this.names = names;
  }
}

function complain(names: string[]): WrongSettings {
  const table: Record<string, { accepts: string }> = settings;
  const lines = names.map(
    (name) => `${name} must be: ${table[name]?.accepts ?? 'set together with its partner'}.`,
  );
  return new WrongSettings(names, `Wrong settings. ${lines.join(' ')} See docs/operating.md.`);
}

/** Checks the rules between two settings. */
function partners(config: Config): string[] {
  const wrong: string[] = [];
  const { DATABASE_OWNER_URL, DATABASE_POOL_URL, DATABASE_REPLICA_URL } = config;
  const further = DATABASE_OWNER_URL ?? DATABASE_POOL_URL ?? DATABASE_REPLICA_URL;
  if (further !== undefined && config.DATABASE_URL === undefined) wrong.push('DATABASE_URL');
  if (config.FILES_ENDPOINT !== undefined && config.FILES_URL === undefined) wrong.push('FILES_URL');
  if (config.MAIL_URL !== undefined && config.MAIL_FROM === undefined) wrong.push('MAIL_FROM');
  if (config.MAIL_URL !== undefined && config.PUBLIC_URL === undefined) wrong.push('PUBLIC_URL');
  if (config.OIDC_FILE !== undefined && config.PUBLIC_URL === undefined) wrong.push('PUBLIC_URL');
  const firebase = [config.FCM_PROJECT_ID, config.FCM_API_KEY, config.FCM_APP_ID, config.FCM_SENDER_ID];
  if (firebase.every((value) => value !== undefined) && config.FCM_CREDENTIALS_FILE === undefined)
    wrong.push('FCM_CREDENTIALS_FILE');
  const { TLS_CERT_FILE, TLS_KEY_FILE } = config;
  if (TLS_CERT_FILE === undefined && TLS_KEY_FILE !== undefined) wrong.push('TLS_CERT_FILE');
  if (TLS_CERT_FILE !== undefined && TLS_KEY_FILE === undefined) wrong.push('TLS_KEY_FILE');
  if (TLS_CERT_FILE !== undefined && config.PUBLIC_URL?.startsWith('http:') === true)
    wrong.push('PUBLIC_URL');
  const isEncrypted = config.PUBLIC_URL?.startsWith('https:') === true;
  if (config.HTTP_REDIRECT_PORT !== undefined && !isEncrypted) wrong.push('HTTP_REDIRECT_PORT');
  const { HL7_CERT_FILE, HL7_KEY_FILE, HL7_CA_FILE } = config;
  if ((HL7_CERT_FILE === undefined) !== (HL7_KEY_FILE === undefined)) wrong.push('HL7_KEY_FILE');
  if (HL7_CA_FILE !== undefined && HL7_CERT_FILE === undefined) wrong.push('HL7_CERT_FILE');
  if (!isLoopback(config.METRICS_HOST) && config.METRICS_TOKEN === undefined) wrong.push('METRICS_TOKEN');
  if (config.DEMO && (config.DATABASE_URL ?? config.MAIL_URL) !== undefined) wrong.push('DEMO');
  if (config.LOGIN_LOCK_AFTER <= config.LOGIN_DELAY_AFTER) wrong.push('LOGIN_LOCK_AFTER');
  return [...new Set(wrong)];
}

function isConfig(values: object): values is Config {
  return Object.keys(settings).every((name) => name in values);
}

/**
 * Reads the configuration. Throws `WrongSettings` with all wrong names at once, never with a value, because it might be
 * a secret.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.keys(settings).map((name) => [name, environment[name]]));
  const parsed = z.object(shapes).safeParse(given);
  if (!parsed.success) throw complain([...new Set(parsed.error.issues.map(({ path }) => String(path[0])))]);
  const whole = {
    ...Object.fromEntries(Object.keys(settings).map((name) => [name, undefined])),
    ...parsed.data,
  };
  if (!isConfig(whole)) throw new Error('The table of settings and the parsed settings differ.');
  const wrong = partners(whole);
  if (wrong.length > 0) throw complain(wrong);
  return Object.freeze(whole);
}

/** Returns the list of settings for `docs/operating.md`. */
export function settingsMarkdown(): string {
  const row = (name: string, { fallback, accepts, purpose }: Setting) =>
    `| \`${name}\` | ${fallback === undefined || fallback === '' ? '' : `\`${fallback}\``} | ${accepts} | ${purpose} |`;
  const sections = Object.entries(settingGroups).map(([title, group]) => {
    const rows = Object.entries<Setting>(group).map(([name, each]) => row(name, each));
    return [
      `### ${title}`,
      '',
      '| Setting | Default | Accepts | Purpose |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}
