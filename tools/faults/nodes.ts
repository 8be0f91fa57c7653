/**
 * Runs a server, and further nodes if a program needs them, over one database and one folder, each as a process. The
 * folder is removed after use.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess, type ServerProcess } from '@rhythmdesk/server/testing/test-process';
import type { FaultSize } from './fault-program.ts';
import { addPeople, type Tokens } from './people.ts';
import { shared } from './shared-context.ts';
import { withDatabaseOfOwner, type ThrowawayDatabase } from './throwaway-database.ts';

export type Nodes = {
  readonly database: ThrowawayDatabase;
  readonly dataDir: string;
  readonly nodes: readonly ServerProcess[];
  readonly tokens: Tokens;
};

/** Runs `work` with one node that has these settings. */
export async function withOwnNode<Result>(
  settings: Readonly<Record<string, string>>,
  work: (nodes: Nodes) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-nodes-'));
  try {
    return await withDatabaseOfOwner(async (database) => {
      const node = await startProcess(database, dataDir, settings);
      try {
        return await work({ database, dataDir, nodes: [node], tokens: await addPeople(database.db) });
      } finally {
        if (node.isAlive()) await node.stop();
      }
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const withSharedNode = shared<Nodes>((work) => withOwnNode({}, work));

/** Runs `work` with one node; short forms share it. */
export const withNode = <Result>(size: FaultSize, work: (nodes: Nodes) => Promise<Result>): Promise<Result> =>
  size === 'short' ? withSharedNode(work) : withOwnNode({}, work);

/** Adds a node to those that run. */
export async function withFurtherNode<Result>(
  context: Nodes,
  work: (nodes: Nodes) => Promise<Result>,
): Promise<Result> {
  const node = await startProcess(context.database, context.dataDir);
  try {
    return await work({ ...context, nodes: [...context.nodes, node] });
  } finally {
    if (node.isAlive()) await node.stop();
  }
}
