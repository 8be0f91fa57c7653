/** Runs the product for one worker: a database copied from the template, its files, and its own server process. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { startProcess } from '@rhythmdesk/server/testing/test-process';
import { closeFile } from '@rhythmdesk/server/platform/test-after-file';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { copyOf } from '@rhythmdesk/server/platform/db/test-database';
import { freePort } from '@rhythmdesk/server/platform/test-ports';
import { providerSettings } from '../hospital-provider.ts';
import { browserContexts, type BrowserContexts } from './browser-contexts.ts';
import { providerCode, templateFolder, templateName } from './template.ts';

export type WorkerServer = {
  /** The address for browsers. */
  readonly origin: string;
  /** A connection that sees every row. */
  readonly db: Db;
  readonly data_folder: string;
  /** The browser contexts of its journeys. */
  readonly contexts: BrowserContexts;
};

/** Returns the name and value that a browser stores after the user answered the card for push messages. */
export const pushAnswer = (): readonly [name: string, value: string] => ['pushAsked', String(Date.now())];

const settings = {
  LOG_LEVEL: 'info',
  SUPPORT_EMAIL: 'support@rhythmdesk.example',
  SUPPORT_PHONE: '+81 3-0000-0000',
  COMPANY_ADDRESS: '1-2-3 Toranomon, Minato-ku, Tokyo',
  SESSIONS_PER_USER: '100',
  DISK_FLOOR_BYTES: '0',
} as const;

const atItsPort = (port: string): Promise<string> => Promise.resolve(`http://127.0.0.1:${port}`);

/** Serves until `use` ends. `addressOf` returns the address for browsers, given the port of the server. */
export async function serveWorker(
  use: (server: WorkerServer) => Promise<void>,
  addressOf: (port: string) => Promise<string> = atItsPort,
): Promise<void> {
  const data_folder = await mkdtemp(path.join(path.dirname(templateFolder()), 'worker-'));
  await cp(templateFolder(), data_folder, { recursive: true });
  // The server seals row scopes with the key of its own folder, so the worlds are made as the tables' owner.
  const { db, app, owner } = await copyOf(templateName, 'owner');
  const port = String(await freePort());
  const address = await addressOf(port);
  const { origin } = new URL(address);
  const provider = await providerSettings(path.join(data_folder, 'provider'), port, providerCode);
  const place = { PORT: port, PUBLIC_URL: address, ...provider };
  const server = await startProcess({ app, owner }, data_folder, { ...settings, ...place });
  try {
    await use({ origin, db, data_folder, contexts: browserContexts(origin) });
  } finally {
    await server.stop();
    await closeFile();
    await rm(data_folder, { recursive: true, force: true });
  }
}
