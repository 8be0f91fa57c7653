/**
 * Finds the recordings in a watch folder whose files are complete: neither size nor time of any has changed since the
 * given moment. Names that programs use until a file is complete, and hidden ones, are left alone.
 */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { groupFiles, groupHeadBytes, stemOf } from '@rhythmdesk/ecg/formats/group-files';

const unfinished = /^[.~]|\.(part|partial|filepart|tmp|temp|crdownload|swp|lock)$/i;

type Seen = { readonly mark: string; readonly since: number };

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const head = new Uint8Array(groupHeadBytes);
    const { bytesRead } = await file.read(head, 0, groupHeadBytes, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export class Inbox {
  readonly #folder: string;
  readonly #settleMs: number;
  #seen = new Map<string, Seen>();
  /** The files whose beginning could not be read at the last look, each with the code of the fault. */
  unreadable: ReadonlyMap<string, string> = new Map();

  constructor(folder: string, settleMs: number) {
    this.#folder = folder;
    this.#settleMs = settleMs;
  }

  /** Returns the names of the files of each complete recording. One with a file that cannot be read is left alone. */
  async complete(nowMs: number): Promise<string[][]> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && !unfinished.test(entry.name))
      .map(({ name }) => name);
    const seen = new Map<string, Seen>();
    for (const name of names.sort()) {
      const facts = await stat(join(this.#folder, name)).catch(() => null);
      if (facts === null) continue;
      const mark = `${String(facts.size)} ${String(facts.mtimeMs)} ${String(facts.ino)}`;
      const before = this.#seen.get(name);
      seen.set(name, before?.mark === mark ? before : { mark, since: nowMs });
    }
    this.#seen = seen;
    const isSettled = (name: string): boolean => nowMs - (seen.get(name)?.since ?? nowMs) >= this.#settleMs;
    const groups = groupFiles(await this.#heads([...seen.keys()])).map(({ files }) =>
      files.map(({ name }) => name),
    );
    const held = new Set([...this.unreadable.keys()].map(stemOf));
    return groups.filter((group) => group.every((name) => isSettled(name) && !held.has(stemOf(name))));
  }

  async #heads(names: readonly string[]) {
    const unreadable = new Map<string, string>();
    const heads = await Promise.all(
      names.map(async (name) => {
        const head = await headOf(join(this.#folder, name)).catch((fault: unknown) => {
          unreadable.set(
            name,
            fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault),
          );
          return new Uint8Array();
        });
        return { name, head };
      }),
    );
    this.unreadable = unreadable;
    return heads;
  }
}
