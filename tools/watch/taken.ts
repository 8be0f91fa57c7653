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
  link,
  lstat,
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

const codeOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault ? String(fault.code) : '';

function ignoreMissing(fault: unknown): void {
  if (codeOf(fault) !== 'ENOENT') throw fault;
}

/** Throws if the disk does not say: a file that cannot be looked at is not one that is gone. */
const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (fault: unknown) => {
      ignoreMissing(fault);
      return false;
    },
  );

/** Does not make the folder above it, which may be a network drive that is not there. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((fault: unknown) => {
    if (codeOf(fault) !== 'EEXIST') throw fault;
  });
}

/** Makes the folder of what is taken. */
export const makeWorking = (inbox: string): Promise<void> => makeFolder(join(inbox, working));

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

/** A state is written as a whole, so that only a failing disk damages it. Its files are left for an operator. */
function stateOf(folder: string, text: string): TakenState {
  try {
    return state.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${join(folder, 'state.json')} is damaged; move this folder away`, { cause });
  }
}

export class Taken {
  readonly #inbox: string;
  readonly folder: string;
  state: TakenState;
  /** Whether all its files were moved here, as far as this run knows. */
  #isGathered = false;

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

  get isGathered(): boolean {
    return this.#isGathered;
  }

  /** Moves the files out of the watch folder. */
  async gather(): Promise<void> {
    if (this.#isGathered) return;
    await makeFolder(join(this.folder, 'files'));
    for (const { name, path } of this.files) {
      if (!(await exists(path))) await rename(join(this.#inbox, name), path).catch(ignoreMissing);
    }
    await syncFolder(join(this.folder, 'files'));
    this.#isGathered = true;
  }

  /** Stores what is taken; `gather` moves the files. */
  static async take(inbox: string, names: readonly string[]): Promise<Taken> {
    const folder = join(inbox, working, randomBytes(8).toString('hex'));
    await makeWorking(inbox);
    await makeFolder(folder);
    const taken = new Taken(inbox, folder, {
      names: [...names],
      prepared: null,
      upload: null,
      outcome: null,
    });
    await taken.change({}).catch(async (fault: unknown) => {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      throw fault;
    });
    return taken;
  }

  /** Returns what an earlier run had taken. */
  static async known(inbox: string): Promise<Taken[]> {
    await makeWorking(inbox);
    const found: Taken[] = [];
    for (const name of (await readdir(join(inbox, working)))
      .filter((each) => /^[0-9a-f]{16}$/.test(each))
      .sort()) {
      const folder = join(inbox, working, name);
      const text = await readFile(join(folder, 'state.json'), 'utf8').catch(ignoreMissing);
      if (text === undefined) {
        // Nothing is moved before the state exists.
        await rm(folder, { recursive: true, force: true });
        continue;
      }
      found.push(new Taken(inbox, folder, stateOf(folder, text)));
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

const isSame = async (one: string, other: string): Promise<boolean> => {
  const [a, b] = [await stat(one), await stat(other)];
  return a.ino === b.ino && a.dev === b.dev;
};

/**
 * The error codes of a hard link that cannot be made. Many network drives have no hard links, and Linux refuses one to a
 * file that belongs to another user and that this user may only read.
 */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

type NewName = { readonly place: string; readonly isLinked: boolean };

/** Returns a name that no other file of the folder has, and links the file to it where that is possible. */
async function newNameIn(target: string, name: string, path: string): Promise<NewName> {
  for (let number = 0; ; number += 1) {
    const place = join(target, number === 0 ? name : `${name}~${String(number)}`);
    try {
      await link(path, place);
      return { place, isLinked: true };
    } catch (fault) {
      // A run that was killed had linked it.
      if (codeOf(fault) === 'EEXIST' && (await isSame(path, place))) return { place, isLinked: true };
      if (codeOf(fault) !== 'EEXIST' && !withoutLinks.has(codeOf(fault))) throw fault;
      if (!(await exists(place))) return { place, isLinked: false };
    }
  }
}

type Moved = { readonly name: string; readonly words: string | null };

/** Moves a file without replacing another of the same name, and writes the words beside it before it is gone here. */
async function moveOn(path: string, target: string, { name, words }: Moved): Promise<void> {
  if (!(await exists(path))) return;
  const { place, isLinked } = await newNameIn(target, name, path);
  if (words !== null) await writeFile(`${place}.reason.txt`, `${words}\n`);
  if (isLinked) await unlink(path);
  else await rename(path, place);
}
