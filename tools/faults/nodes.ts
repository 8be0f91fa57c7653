/**
 * Runs several nodes of one installation over one database and one folder, each as a process. The folder is removed
 * after use.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess, type ServerProcess } from '@rhythmdesk/server/testing/test-process';
import { addPeople, type Tokens } from './people.ts';
import { withDatabaseOfOwner, type ThrowawayDatabase } from './throwaway-database.ts';

export type Nodes = {
  readonly database: ThrowawayDatabase;
  readonly dataDir: string;
  readonly nodes: readonly ServerProcess[];
  readonly tokens: Tokens;
  readonly restart: (at: number, settings?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
};

type NodeOptions = {
  readonly count?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** The data directory; by default a new temporary folder. */
  readonly dataDir?: string;
};

async function onNodes<Result>(
  database: ThrowawayDatabase,
  dataDir: string,
  { count = 1, settings = {} }: NodeOptions,
  work: (nodes: Nodes) => Promise<Result>,
): Promise<Result> {
  const nodes: ServerProcess[] = [];
  try {
    for (let at = 0; at < count; at += 1) nodes.push(await startProcess(database, dataDir, settings));
    return await work({
      database,
      dataDir,
      nodes,
      tokens: await addPeople(database.db),
      restart: async (at, other = {}) => {
        await nodes[at]?.stop();
        const started = await startProcess(database, dataDir, { ...settings, ...other });
        nodes[at] = started;
        return started;
      },
    });
  } finally {
    for (const node of nodes) if (node.isAlive()) await node.stop();
  }
}

export async function withNodes<Result>(
  options: NodeOptions,
  work: (nodes: Nodes) => Promise<Result>,
): Promise<Result> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'rhythmdesk-nodes-')));
  try {
    return await withDatabaseOfOwner((database) => onNodes(database, dataDir, options, work));
  } finally {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}
