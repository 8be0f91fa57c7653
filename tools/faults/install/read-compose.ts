/** Reads the part of a compose file that is about the product itself. */
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

/** Throws if the file has a field of the product, or a volume, that the trial does not know. */
export function readCompose(text: string, values: Readonly<Record<string, string>>): ComposedProduct {
  const { services, volumes } = shape.parse(parse(text));
  const { rhythmdesk } = services;
  const mounts = rhythmdesk.volumes.map((each) => each.split(':'));
  for (const [name = ''] of mounts)
    if (!(name in volumes)) throw new Error(`The compose file does not name the volume ${name}.`);
  return {
    environment: Object.fromEntries(
      Object.entries(rhythmdesk.environment).map(([name, value]) => [name, fill(value, values)]),
    ),
    ports: rhythmdesk.ports.map((each) => Number(each.split(':').at(-1))),
    volumes: mounts.map(([, place = '']) => place),
  };
}
