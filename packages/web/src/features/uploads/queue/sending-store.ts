/**
 * Stores what survives a reload: each upload and its file in this browser's IndexedDB, the file separately, so that a
 * change of state does not write it again. If the browser cannot store a file (no space, private window), this is
 * reported, and the file has to be dropped again after a reload.
 */
import { keptSending, type KeptSending } from './sending.ts';
import { ownName } from '../../../platform/address/base-path.ts';

const rows = 'sendings';
const files = 'files';

export type SendingStore = {
  /** All stored uploads, of every user of this browser. */
  readonly all: () => Promise<KeptSending[]>;
  readonly put: (sending: KeptSending) => Promise<void>;
  /** Returns whether the file was stored. */
  readonly putFile: (id: string, file: File) => Promise<boolean>;
  readonly file: (id: string) => Promise<File | null>;
  readonly dropFile: (id: string) => Promise<void>;
  readonly drop: (id: string) => Promise<void>;
  /** Deletes everything, of every user of this browser. */
  readonly clear: () => Promise<void>;
};

function answered<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the store does not answer')));
  });
}

function finished(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(change.error ?? new Error('the store did not take it'));
    change.addEventListener('complete', () => resolve());
    change.addEventListener('abort', failed);
    change.addEventListener('error', failed);
  });
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(ownName('rhythmdesk-uploads'), 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(rows, { keyPath: 'id' });
    request.result.createObjectStore(files);
  });
  const db = await answered(request);
  db.addEventListener('versionchange', () => db.close());
  return db;
}

function emptyAll(transaction: IDBTransaction): void {
  for (const name of [rows, files]) transaction.objectStore(name).clear();
}

export function makeSendingStore(): SendingStore {
  let opened: Promise<IDBDatabase | null> | undefined;
  const db = () => (opened ??= open().catch(() => null));

  async function change(names: string[], act: (change: IDBTransaction) => void): Promise<boolean> {
    const held = await db();
    if (held === null) return false;
    try {
      const transaction = held.transaction(names, 'readwrite');
      const done = finished(transaction);
      act(transaction);
      await done;
      return true;
    } catch {
      return false;
    }
  }
  async function read(name: string, ask: (store: IDBObjectStore) => Promise<unknown>): Promise<unknown> {
    const held = await db();
    return held === null ? undefined : ask(held.transaction(name).objectStore(name));
  }
  return {
    async all() {
      const found = await read(rows, (store) => answered(store.getAll()));
      const list: unknown[] = Array.isArray(found) ? found : [];
      return list.flatMap((each) => keptSending.safeParse(each).data ?? []);
    },
    async put(sending) {
      await change([rows], (transaction) => transaction.objectStore(rows).put(sending));
    },
    putFile: (id, file) => change([files], (transaction) => transaction.objectStore(files).put(file, id)),
    async file(id) {
      const found = await read(files, (store) => answered(store.get(id)));
      return found instanceof File ? found : null;
    },
    async dropFile(id) {
      await change([files], (transaction) => transaction.objectStore(files).delete(id));
    },
    async drop(id) {
      await change([rows, files], (transaction) => {
        transaction.objectStore(rows).delete(id);
        transaction.objectStore(files).delete(id);
      });
    },
    async clear() {
      await change([rows, files], emptyAll);
    },
  };
}
