/** Handles the routes of the upload history and of the check of an HN ID before sending. */
import type { uploadRoutes } from '@rhythmdesk/contract/uploads';
import type { Handlers } from '../../platform/http/handler.ts';
import { checkHnId } from './check-hn-id.ts';
import { answerSheet } from '../../platform/spreadsheet/answer-sheet.ts';
import { uploadsSheet } from './export-uploads.ts';
import { listSenders, listUploads } from './upload-history.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

export function uploadHandlers(dependencies: UploadDependencies): Handlers<typeof uploadRoutes> {
  const { db, clock } = dependencies;
  return {
    uploadHistory: (call) => listUploads(db, call, call.input, clock.now()),
    uploadSenders: ({ caller, input }) => listSenders(db, caller, input, clock.now()),
    exportUploads: async (call) => answerSheet(await uploadsSheet(db, call, clock.now()), call.signal),
    checkHnId: (call) => checkHnId(dependencies, call),
  };
}
