/**
 * Manages a recording that was taken from a watch folder: its files are in a folder of its own below `.working`, with
 * what is known of its upload.
 *
 * Invariants: every step can be repeated, so that after a kill at any moment the next start continues. The list of files
 * is stored before the first is moved; the address of the upload before the first byte is sent; the outcome before the
 * files are moved on. So no file is lost, and none becomes two cases.
 */
import { randomBytes } from 'node:crypto';
import {
  access,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const upload = z.object({ path: z.string(), capability: z.string() });
const outcome = z.object({
  case_id: z.number().nullable(),
  /** Why the recording is refused. */
  reason: z.string().nullable(),
  /** What was not done although the case was created, such as a request for the analysis that was refused. */
  note: z.string().nullable().default(null),
});
const state = z.object({
  names: z.array(z.string()),
  prepared: z.object({ hn_id: z.string(), filename: z.string() }).nullable(),
  upload: upload.nullable(),
  outcome: outcome.nullable(),
});
export type TakenState = z.output<typeof state>;
export type Outcome = z.output<typeof outcome>;

const working = '.working';
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file so that after a power cut it has either its former or its new content. */
async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  const handle = await open(join(folder, `${name}.new`), 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(join(folder, `${name}.new`), join(folder, name));
  await syncFolder(folder);
}

export class Taken {
  readonly #inbox: string;
  readonly folder: string;
  state: TakenState;

  private constructor(inbox: string, folder: string, known: TakenState) {
    this.#inbox = inbox;
    this.folder = folder;
    this.state = known;
  }

  /** The paths of its files. */
  get files(): { readonly name: string; readonly path: string }[] {
    return this.state.names.map((name) => ({ name, path: join(this.folder, 'files', name) }));
  }

  get zip(): string {
    return join(this.folder, 'recording.zip');
  }

  async change(changes: Partial<TakenState>): Promise<void> {
    const next = { ...this.state, ...changes };
    await writeDurably(this.folder, 'state.json', JSON.stringify(next));
    this.state = next;
  }

  /** Moves the files out of the watch folder. */
  async #move(): Promise<void> {
    await mkdir(join(this.folder, 'files'), { recursive: true });
    for (const { name, path } of this.files) {
      if (!(await exists(path))) await rename(join(this.#inbox, name), path).catch(ignoreMissing);
    }
    await syncFolder(join(this.folder, 'files'));
  }

  static async take(inbox: string, names: readonly string[]): Promise<Taken> {
    const folder = join(inbox, working, randomBytes(8).toString('hex'));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const taken = new Taken(inbox, folder, {
      names: [...names],
      prepared: null,
      upload: null,
      outcome: null,
    });
    await taken.change({});
    await taken.#move();
    return taken;
  }

  /** Returns what an earlier run had taken. */
  static async known(inbox: string): Promise<Taken[]> {
    await mkdir(join(inbox, working), { recursive: true, mode: 0o700 });
    const found: Taken[] = [];
    for (const name of (await readdir(join(inbox, working)))
      .filter((each) => /^[0-9a-f]{16}$/.test(each))
      .sort()) {
      const folder = join(inbox, working, name);
      const text = await readFile(join(folder, 'state.json'), 'utf8').catch(() => null);
      if (text === null) {
        // Nothing is moved before the state exists.
        await rm(folder, { recursive: true, force: true });
        continue;
      }
      const taken = new Taken(inbox, folder, state.parse(JSON.parse(text)));
      if (taken.state.outcome === null) await taken.#move();
      found.push(taken);
    }
    return found;
  }

  /** Moves the files to `done` or `refused`, a reason or note beside them, and forgets the recording. */
  async settle(): Promise<void> {
    const { outcome: fate } = this.state;
    if (fate === null) throw new Error('the outcome is not known yet');
    const target = join(this.#inbox, fate.reason === null ? 'done' : 'refused');
    await mkdir(target, { recursive: true });
    const words = fate.reason ?? fate.note;
    for (const [index, { name, path }] of this.files.entries())
      await moveOn(path, target, { name, words: index === 0 ? words : null });
    await syncFolder(target);
    await rm(this.folder, { recursive: true, force: true });
  }
}

function ignoreMissing(fault: unknown): void {
  if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOENT')) throw fault;
}

const isSame = async (one: string, other: string): Promise<boolean> => {
  const [a, b] = [await stat(one), await stat(other)];
  return a.ino === b.ino && a.dev === b.dev;
};

type Moved = { readonly name: string; readonly words: string | null };

/** Moves a file without replacing another of the same name, and writes the words beside it before it is gone here. */
async function moveOn(path: string, target: string, { name, words }: Moved): Promise<void> {
  if (!(await exists(path))) return;
  let free = join(target, name);
  for (let number = 1; ; number += 1) {
    try {
      await link(path, free);
      break;
    } catch (fault) {
      if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault;
      // A run that was killed had linked it.
      if (await isSame(path, free)) break;
      free = join(target, `${name}~${String(number)}`);
    }
  }
  if (words !== null) await writeFile(`${free}.reason.txt`, `${words}\n`);
  await unlink(path);
}
