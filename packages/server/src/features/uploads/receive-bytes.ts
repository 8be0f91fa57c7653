/**
 * Stores the bytes of an upload while they arrive, in the way that tus requires: the file grows on the disk, and all
 * other data of the upload is in its row. Each upload has one writer, over all nodes together (`upload-writer.ts`).
 */
import { open, stat } from 'node:fs/promises';
import { FileStore } from '@tus/file-store';
import { Server, Upload } from '@tus/server';
import { apiBase } from '@rhythmdesk/contract/route';
import { uploadPath } from '@rhythmdesk/contract/uploads';
import { and, eq } from 'drizzle-orm';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { beginCheck, zipPath } from './upload-record.ts';
import type { UploadDependencies } from './upload-dependencies.ts';
import { writerOf } from './upload-writer.ts';

type Configs = NonNullable<ConstructorParameters<typeof FileStore>[0]['configstore']>;
export const uploadUrl = `${apiBase}${uploadPath}`;

/** tus reads the facts of an upload here; they come from its row. */
function rowsAsConfigs({ db }: UploadDependencies): Configs {
  return {
    get: async (id) => {
      const [row] = await db
        .select({ size: uploads.size_bytes, at: uploads.created_at })
        .from(uploads)
        .where(and(eq(uploads.upload_id, id), eq(uploads.state, 'receiving')));
      if (row === undefined) return undefined;
      return new Upload({ id, size: row.size, offset: 0, creation_date: row.at.toISOString() });
    },
    set: () => Promise.resolve(),
    delete: () => Promise.resolve(),
  };
}

export type Receiver = {
  /** Lets tus check and serve a request for an upload that exists as a row. */
  readonly handle: (request: Request, upload_id: string) => Promise<Response>;
};

export function makeReceiver(dependencies: UploadDependencies): Receiver {
  const names = new WeakMap<object, string>();
  const faults = new WeakMap<object, unknown>();
  const nameOf = (request: object): string => {
    const name = names.get(request);
    if (name === undefined) throw new Error('a request without its upload');
    return name;
  };
  const store = new FileStore({
    directory: dependencies.uploads_folder,
    configstore: rowsAsConfigs(dependencies),
  });
  const server = new Server({
    path: uploadUrl,
    datastore: store,
    generateUrl: (_request, { path, id }) => `${dependencies.base_path}${path}/${id}`,
    maxSize: dependencies.limits.zip_bytes,
    locker: (request) => writerOf(dependencies, request.method, (fault) => faults.set(request, fault)),
    lockDrainTimeout: 500,
    namingFunction: nameOf,
    getFileIdFromRequest: nameOf,
  });
  return {
    handle: async (request, upload_id) => {
      names.set(request, upload_id);
      const answer = await server.handleWeb(request);
      if (faults.has(request)) throw faults.get(request);
      return answer;
    },
  };
}

async function makeDurable(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Stores how far an upload has come. After the last byte it makes the file durable and queues its check. */
export async function settleUpload(dependencies: UploadDependencies, upload_id: string): Promise<void> {
  const { disk } = dependencies;
  const isOpen = and(eq(uploads.upload_id, upload_id), eq(uploads.state, 'receiving'), disk?.isHere);
  const [row] = await dependencies.db.select({ size_bytes: uploads.size_bytes }).from(uploads).where(isOpen);
  const file = zipPath(dependencies, upload_id);
  const received_bytes = (await stat(file).catch(() => null))?.size;
  if (row === undefined || received_bytes === undefined) return;
  if (received_bytes === row.size_bytes) {
    await makeDurable(file);
    await beginCheck(dependencies, upload_id);
    disk?.send(upload_id);
    return;
  }
  await dependencies.db
    .update(uploads)
    .set({ received_bytes, updated_at: dependencies.clock.now() })
    .where(isOpen);
  disk?.send(upload_id);
}
