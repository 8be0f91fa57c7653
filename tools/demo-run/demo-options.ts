/** Defines the options of `npm run demo`, and the help that lists them. */
import { parseArgs } from 'node:util';

export const usualFolder = '.data/demo';

const options = {
  reset: { type: 'boolean', default: false },
  long: { type: 'boolean', default: false },
  partners: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  dir: { type: 'string', default: usualFolder },
  help: { type: 'boolean', default: false },
} as const;

const about: Readonly<Record<keyof typeof options, string>> = {
  reset: 'starts afresh',
  long: 'adds a recording of 14 days',
  partners: 'runs a hospital’s other systems beside it',
  verbose: 'shows the log in the terminal',
  dir: `stores its data in this folder instead of ${usualFolder}`,
  help: 'shows this list',
};

/** Returns the given options; throws if one is unknown. */
export const demoOptions = (args: readonly string[]) => parseArgs({ args: [...args], options }).values;

/** Returns the options, one a line, and the variables of the environment that choose where it listens. */
export function demoHelp(): string {
  const lines = Object.entries(about).map(([name, words]) => {
    const written = name === 'dir' ? '--dir=FOLDER' : `--${name}`;
    return `  ${written.padEnd(14)}${words}`;
  });
  return [
    'npm run demo -- [options]',
    '',
    ...lines,
    '',
    '  PORT, HOST    where it listens: 8080, 127.0.0.1',
  ].join('\n');
}
