/**
 * Makes the package `@rhythmdesk/client` from the route table: a small client without dependencies, and the types of
 * each call's input and output. Other programmers install its tarball.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBinaryAnswer, isJsonAnswer, type Route } from '@rhythmdesk/contract/route';
import { routes } from '@rhythmdesk/contract/routes';
import { z } from 'zod';
import { runCaptured } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { propertyName, typeText } from './type-text.ts';

type Kind = 'json' | 'file' | 'send';
type Named = { readonly name: string; readonly row: Route; readonly kind: Kind };

/** Event streams are left out, because a call returns one answer. */
function kindOf({ output, upload }: Route): Kind | null {
  if (upload !== undefined) return 'send';
  if (isJsonAnswer(output)) return 'json';
  return isBinaryAnswer(output) ? 'file' : null;
}

const calls: readonly Named[] = Object.entries<Route>(routes).flatMap(([name, row]) => {
  const kind = kindOf(row);
  return kind === null ? [] : [{ name, row, kind }];
});

const schemaText = (schema: z.ZodType, io: 'input' | 'output'): string =>
  typeText(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));

function rowsText(): string {
  const rows = calls.map(({ name, row: { method, path, upload }, kind }) => [
    name,
    { method, path, kind, ...(upload && { media_type: upload.media_type }) },
  ]);
  return `export const rows = ${JSON.stringify(Object.fromEntries(rows), null, 1)};\n`;
}

const line = (name: string, summary: string, type: string): string =>
  `  /** ${summary.replaceAll('*/', '')} */\n  ${propertyName(name)}: ${type};\n`;

const clientTypes = `
type NamesOf<Kind> = { [Name in keyof Kinds]: Kinds[Name] extends Kind ? Name : never }[keyof Kinds];
export type JsonName = NamesOf<'json'>;
export type FileName = NamesOf<'file'>;
export type SendName = NamesOf<'send'>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Makes a repeated call of an idempotent route return the first answer. */
  idempotency_key?: string;
}
/** The input may be left out if none of its fields is required. */
type Given<Input> = {} extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions];

export interface Client {
  /** Calls a route that answers JSON. Throws \`ApiError\` if the call is refused. */
  call<Name extends JsonName>(name: Name, ...given: Given<Inputs[Name]>): Promise<Outputs[Name]>;
  /** Calls a route that answers a file. */
  download<Name extends FileName>(name: Name, ...given: Given<Inputs[Name]>): Promise<Response>;
  /** Sends the bytes of a file. */
  send<Name extends SendName>(
    name: Name,
    input: Inputs[Name],
    bytes: Uint8Array<ArrayBuffer> | Blob,
    options?: CallOptions,
  ): Promise<Outputs[Name]>;
}

export interface Connection {
  /** The address of the installation, such as https://rhythmdesk.example. */
  address: string;
  /** An API key (rdk_…). */
  key: string;
  /** The language of refusals and files. */
  language?: 'en' | 'ja' | 'ko' | 'zh';
  fetch?: typeof globalThis.fetch;
}
export declare function connect(connection: Connection): Client;

export declare class ApiError extends Error {
  readonly status: number;
  /** The stable code of the refusal, such as case/wrong-state. */
  readonly code: string;
  readonly detail: string;
  /** What is wrong with a field, by its name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly request_id: string;
  readonly retry_after_s: number | null;
}
`;

/** The server also accepts digits in place of a number, for queries; a typed client needs only the number. */
const inputText = ({ input }: Route): string =>
  schemaText(input, 'input')
    .replaceAll('(number | string)', 'number')
    .replaceAll('number | string', 'number');

function typesText(): string {
  const inputs = calls.map(({ name, row }) => line(name, row.summary, inputText(row)));
  const outputs = calls.flatMap(({ name, row }) =>
    isJsonAnswer(row.output) ? [line(name, row.summary, schemaText(row.output, 'output'))] : [],
  );
  const kinds = calls.map(({ name, kind }) => `  ${propertyName(name)}: '${kind}';\n`);
  return [
    `export interface Inputs {\n${inputs.join('')}}\n`,
    `export interface Outputs {\n${outputs.join('')}}\n`,
    `interface Kinds {\n${kinds.join('')}}\n`,
    clientTypes,
  ].join('');
}

const readme = `# @rhythmdesk/client

Calls the API of a Rhythmdesk installation with an API key. It has no dependencies and needs Node 20.

    import { connect } from '@rhythmdesk/client';
    const client = connect({ address: 'https://rhythmdesk.example', key: process.env.RHYTHMDESK_KEY });
    const { items } = await client.call('cases', { from_time: '2026-11-01', to_time: '2026-11-30' });
`;

/** Writes the files of the package into a folder. */
async function writeClient(folder: string): Promise<void> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')));
  const description = {
    ...{ name: '@rhythmdesk/client', version, type: 'module', license: 'UNLICENSED' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['index.js', 'index.d.ts', 'rows.js'],
    engines: { node: '>=20' },
  };
  await mkdir(folder, { recursive: true });
  const files = {
    'package.json': `${JSON.stringify(description, null, 2)}\n`,
    'README.md': readme,
    'index.js': await readFile(join(import.meta.dirname, 'runtime.js'), 'utf8'),
    'rows.js': rowsText(),
    'index.d.ts': typesText(),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/** Packs the client into a tarball in this folder, and returns its path. */
export async function packClient(into: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rhythmdesk-client-'));
  try {
    await writeClient(folder);
    await mkdir(into, { recursive: true });
    const args = ['pack', folder, '--pack-destination', into, '--ignore-scripts', '--silent'];
    const { code, output, stdout } = await runCaptured('npm', args, { cwd: repositoryRoot });
    if (code !== 0) throw new Error(`npm pack: ${output}`);
    return join(into, stdout.trim().split('\n').at(-1) ?? '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
