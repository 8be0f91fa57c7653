/** The upload history and the look at an HN ID before sending. */
import type { uploadRoutes } from '@rhythmdesk/contract/uploads';
import type { Handlers } from '../../platform/http/handler.ts';
import { checkHnId } from './check-hn-id.ts';
import { exportUploads } from './export-uploads.ts';
import { listSenders, listUploads } from './upload-history.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

export function uploadHandlers(dependencies: UploadDependencies): Handlers<typeof uploadRoutes> {
  const { db, clock } = dependencies;
  return {
    uploadHistory: (call) => listUploads(db, call, call.input, clock.now()),
    uploadSenders: ({ caller, input }) => listSenders(db, caller, input, clock.now()),
    exportUploads: (call) => exportUploads(db, call, clock.now()),
    checkHnId: (call) => checkHnId(dependencies, call),
  };
}
