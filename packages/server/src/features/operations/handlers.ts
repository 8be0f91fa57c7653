/** Handles the routes that show an administrator the state of the installation. */
import type { operationRoutes } from '@rhythmdesk/contract/operations';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { Handlers } from '../../platform/http/handler.ts';
import type { OperationDependencies } from './operation-dependencies.ts';
import { readOverview } from './read-overview.ts';
import { bundleParts } from './support-bundle.ts';

async function zipOf(parts: Awaited<ReturnType<typeof bundleParts>>): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const { name, text } of parts) await zip.add(name, new Uint8ArrayReader(Buffer.from(text, 'utf8')));
  return zip.close();
}

export function operationHandlers(dependencies: OperationDependencies): Handlers<typeof operationRoutes> {
  return {
    operations: () => readOverview(dependencies),
    supportBundle: async () => {
      const body = await zipOf(await bundleParts(dependencies));
      const day = dependencies.clock.now().toISOString().slice(0, 10);
      return { body, size_bytes: body.byteLength, filename: `rhythmdesk-support-${day}.zip` };
    },
  };
}
