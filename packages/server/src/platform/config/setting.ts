/** Defines the structure of a setting, and how its values are parsed from the text of the environment. */
import { languages as productLanguages } from '@rhythmdesk/domain/kit/languages';
import { zoneName } from '@rhythmdesk/domain/kit/zone-name';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

export interface Setting {
  shape: z.ZodType;
  /** Used if the environment contains no value; undefined means that the setting is optional. */
  fallback: string | undefined;
  accepts: string;
  purpose: string;
}

export const number = (from: number, to: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().int().min(from).max(to));
export const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
export const line = z.string().max(500);
export const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
/** Also accepts a URL without a host, with `?host=` naming a socket's folder, as libpq and the driver do. */
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/)
  .refine((text) => URL.canParse(text.replace('@/', '@host/'), 'postgres://base'));
export const postgresUrlWords =
  '`postgres://` URL; in a password, `#` is `%23`, `/` is `%2F`, `?` is `%3F`, `@` is `%40`';
export const folder = z
  .string()
  .min(1)
  .transform((text) => path.resolve(text));
export const timeZone = z.string().refine((zone) => zoneName(zone) !== undefined);
const language = z.enum(productLanguages);
export const languages = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(language).min(1))
  .refine((list) => new Set(list).size === list.length);
const hostName = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;
export const hosts = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(hostName)).min(1));
const isNetwork = (text: string): boolean => {
  const [address = '', bits = '', ...more] = text.split('/');
  const kind = isIP(address);
  return kind !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128);
};
/** Which proxies are trusted: `true`, `false`, or a list of their addresses and networks. */
export const proxies = z.union([
  flag,
  z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .pipe(z.array(z.string().refine((each) => isIP(each) !== 0 || isNetwork(each))).min(1)),
]);
/** A list of networks in CIDR form. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(z.string().refine(isNetwork)).min(1));
/** Returns this many gibibytes as the text of a default. */
export const gb = (count: number) => String(count * 1024 ** 3);
