/**
 * Reads the instructions of a Containerfile, as far as ours uses them. An instruction that this reader does not know is
 * an error, so that a new one is never left out of the trial.
 */
import { z } from 'zod';

const command = z.array(z.string()).min(1);

type Instruction =
  | { readonly kind: 'run'; readonly command: string; readonly user: string }
  | { readonly kind: 'copy'; readonly from: string; readonly to: string };

export type Image = {
  readonly from: string;
  readonly steps: readonly Instruction[];
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly folder: string;
  readonly volumes: readonly string[];
  readonly ports: readonly number[];
  readonly stopSignal: string;
  readonly health: readonly string[];
  readonly command: readonly string[];
};

type Draft = { -readonly [Key in keyof Image]: Image[Key] };

const readers: Readonly<Record<string, (image: Draft, rest: string) => void>> = {
  FROM: (image, rest) => void (image.from = rest),
  RUN: (image, rest) => {
    image.steps = [...image.steps, { kind: 'run', command: rest, user: image.user }];
  },
  COPY: (image, rest) => {
    const [from, to, ...more] = rest.split(/\s+/);
    if (from === undefined || to === undefined || more.length > 0) throw new Error(`COPY ${rest}`);
    image.steps = [...image.steps, { kind: 'copy', from, to }];
  },
  ENV: (image, rest) => {
    for (const pair of rest.split(/\s+/))
      image.env = { ...image.env, [pair.split('=')[0] ?? '']: pair.replace(/^[^=]*=/, '') };
  },
  USER: (image, rest) => void (image.user = rest),
  WORKDIR: (image, rest) => void (image.folder = rest),
  VOLUME: (image, rest) => void (image.volumes = [...image.volumes, ...rest.split(/\s+/)]),
  EXPOSE: (image, rest) => void (image.ports = [...image.ports, ...rest.split(/\s+/).map(Number)]),
  STOPSIGNAL: (image, rest) => void (image.stopSignal = rest),
  HEALTHCHECK: (image, rest) => {
    image.health = command.parse(JSON.parse(rest.replace(/^(?:--\S+\s+)*CMD\s+/, '')));
  },
  CMD: (image, rest) => void (image.command = command.parse(JSON.parse(rest))),
};

/** Returns what the lines say; throws at an instruction that is not known. */
export function readContainerfile(text: string): Image {
  const image: Draft = {
    ...{ from: '', steps: [], env: {}, user: 'root', folder: '/', volumes: [], ports: [] },
    ...{ stopSignal: 'SIGTERM', health: [], command: [] },
  };
  for (const line of text.replaceAll(/\\\n\s*/g, '').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const read = readers[name];
    if (read === undefined)
      throw new Error(`The trial does not know this line of the Containerfile: ${line}`);
    read(image, rest.trim());
  }
  return image;
}
