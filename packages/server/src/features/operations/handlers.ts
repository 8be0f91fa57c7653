/** Handles the routes that show an administrator the state of the installation. */
import type { operationRoutes } from '@rhythmdesk/contract/operations';
import { dateIn } from '@rhythmdesk/domain/kit/wall-clock';
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
    supportBundle: async ({ caller }) => {
      const body = await zipOf(await bundleParts(dependencies));
      const day = dateIn(caller.user_group.time_zone, dependencies.clock.now().getTime());
      return { body, size_bytes: body.byteLength, filename: `rhythmdesk-support-${day}.zip` };
    },
  };
}
