/** Reads the parts of a compose file that are about the product and its PostgreSQL. */
import { parse } from 'yaml';
import { z } from 'zod';

const shape = z.strictObject({
  services: z.object({
    rhythmdesk: z.strictObject({
      build: z.literal('.'),
      ports: z.array(z.string()),
      environment: z.record(z.string(), z.string()),
      volumes: z.array(z.string()),
      depends_on: z.unknown().optional(),
      stop_grace_period: z.string(),
      restart: z.string(),
    }),
  }),
  volumes: z.record(z.string(), z.null()),
});

const databaseShape = z.object({
  services: z.object({
    postgres: z.strictObject({
      image: z.string(),
      environment: z.record(z.string(), z.string()),
      volumes: z.array(z.string()),
      healthcheck: z.strictObject({
        test: z.tuple([z.literal('CMD')]).rest(z.string()),
        interval: z.string(),
        retries: z.number(),
      }),
      restart: z.string(),
    }),
  }),
});

/** The folder whose scripts the image of PostgreSQL runs when it makes its database. */
const scriptsFolder = '/docker-entrypoint-initdb.d/';

export type ComposedDatabase = {
  readonly environment: Readonly<Record<string, string>>;
  /** The script that makes the database, as a path in the folder of the compose file. */
  readonly script: string;
  /** The command of the health check. */
  readonly health: readonly string[];
};

export type ComposedProduct = {
  readonly environment: Readonly<Record<string, string>>;
  /** The port of the product inside its container. */
  readonly ports: readonly number[];
  /** The paths of its named volumes inside the container. */
  readonly volumes: readonly string[];
};

/** Puts the values of variables in, as compose does: `${NAME}` and `${NAME:-instead}`; a missing one is an error. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_whole, name: string, instead: string | undefined) => {
    const value = values[name] ?? instead;
    if (value === undefined) throw new Error(`The compose file needs ${name}.`);
    return value;
  });

const fillAll = (
  texts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, values)]));

/** Throws if the file has no PostgreSQL, or one with a field that the trial does not know. */
export function readDatabase(text: string, values: Readonly<Record<string, string>>): ComposedDatabase {
  const { postgres } = databaseShape.parse(parse(text)).services;
  const mounts = postgres.volumes.map((each) => each.split(':'));
  const [script] = mounts.find(([, place = '']) => place.startsWith(scriptsFolder)) ?? [];
  if (script === undefined) throw new Error('The compose file has no script that makes the database.');
  const [, ...health] = postgres.healthcheck.test;
  return { environment: fillAll(postgres.environment, values), script, health };
}

/** Throws if the file has a field of the product, or a volume, that the trial does not know. */
export function readCompose(text: string, values: Readonly<Record<string, string>>): ComposedProduct {
  const { services, volumes } = shape.parse(parse(text));
  const { rhythmdesk } = services;
  const mounts = rhythmdesk.volumes.map((each) => each.split(':'));
  for (const [name = ''] of mounts)
    if (!(name in volumes)) throw new Error(`The compose file does not name the volume ${name}.`);
  return {
    environment: fillAll(rhythmdesk.environment, values),
    ports: rhythmdesk.ports.map((each) => Number(each.split(':').at(-1))),
    volumes: mounts.map(([, place = '']) => place),
  };
}
