/**
 * Parses the environment once at start. A wrong setting stops the start with an error that names it; no value is
 * guessed.
 */
import { z } from 'zod';
import type { Setting } from './setting.ts';
import { settingGroups, settings, type SettingValues } from './settings.ts';
import { wrongTogether } from './settings-together.ts';

/** The parsed settings by name. An optional setting that is missing is `undefined`. */
export type Config = SettingValues;

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

function complain(wrong: ReadonlyMap<string, string>): WrongSettings {
  const lines = [...wrong].map(([name, words]) => `${name} ${words}.`);
  return new WrongSettings([...wrong.keys()], `Wrong settings. ${lines.join(' ')} See docs/operating.md.`);
}

function acceptsOf(name: string): string {
  const table: Record<string, { accepts: string }> = settings;
  return table[name]?.accepts ?? '';
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
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => String(path[0]));
    throw complain(new Map(names.map((name) => [name, `must be: ${acceptsOf(name)}`])));
  }
  const whole = {
    ...Object.fromEntries(Object.keys(settings).map((name) => [name, undefined])),
    ...parsed.data,
  };
  if (!isConfig(whole)) throw new Error('The table of settings and the parsed settings differ.');
  const wrong = wrongTogether(whole);
  if (wrong.size > 0) throw complain(wrong);
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
