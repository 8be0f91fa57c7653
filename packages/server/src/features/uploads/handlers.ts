/** The upload history and the look at an HN ID before sending. */
import type { uploadRoutes } from '@rhythmdesk/contract/uploads';
import type { Call, Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { exportUploads } from './export-uploads.ts';
import { listSenders, listUploads } from './upload-history.ts';
import { hnIdOf } from './upload-metadata.ts';
import type { UploadTools } from './upload-tools.ts';

async function check(tools: UploadTools, call: Call<(typeof uploadRoutes)['checkHnId']>) {
  const { hn_id, hospital_id } = call.input;
  const hnId = hnIdOf(hn_id);
  const hospital = await tools.hospitalFor(tools.db, call.caller, hospital_id);
  try {
    const waiting = await tools.waitingCase(tools.db, hnId, hospital.id);
    return waiting === null
      ? { state: 'free' as const, case_id: null }
      : { state: 'attaches' as const, case_id: waiting.case_id };
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'case/hn-id-taken') {
      return { state: 'taken' as const, case_id: null };
    }
    throw fault;
  }
}

export function uploadHandlers(tools: UploadTools): Handlers<typeof uploadRoutes> {
  const { db, clock } = tools;
  return {
    uploadHistory: (call) => listUploads(db, call, call.input, clock.now()),
    uploadSenders: ({ caller, input }) => listSenders(db, caller, input, clock.now()),
    exportUploads: (call) => exportUploads(db, call, clock.now()),
    checkHnId: (call) => check(tools, call),
  };
}
