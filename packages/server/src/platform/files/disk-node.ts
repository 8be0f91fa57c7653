/** Reads the id of a disk that receives files for a bucket (`node.json`); it is made when first asked for. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { isMissing, syncFolder, unfinishedIn } from './disk-place.ts';

const nodeFile = 'node.json';
const nodeShape = z.strictObject({ node: z.uuid() });

export type DiskNode = {
  readonly node: string;
  /** The machine’s name, for an operator. */
  readonly node_name: string;
};

export async function diskNode(folder: string): Promise<DiskNode> {
  const place = path.join(folder, nodeFile);
  const text = await readFile(place, 'utf8').catch((fault: unknown) => {
    if (isMissing(fault)) return null;
    throw fault;
  });
  if (text !== null) return { ...nodeShape.parse(JSON.parse(text)), node_name: hostname() };
  const fresh = path.join(folder, unfinishedIn, randomUUID());
  const node = randomUUID();
  await writeFile(fresh, JSON.stringify({ node }), { mode: 0o600, flush: true });
  await rename(fresh, place);
  await syncFolder(folder);
  return { node, node_name: hostname() };
}
