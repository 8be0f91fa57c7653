/** Plays a recorder’s export program: it uploads an invented recording with an API key (tus) and asks for the reading. */
import { recordingZip } from '@rhythmdesk/server/features/uploads/recording-zip';
import { synthRecording } from '@rhythmdesk/server/features/uploads/test-zip';
import { askToBegin, begunBy, sendPart } from '../faults/tus-client.ts';

const usualSeconds = 1_800;

export async function sendRecording(
  origin: string,
  api_key: string,
  hn_id: string,
  seconds = usualSeconds,
): Promise<void> {
  const zip = await recordingZip(synthRecording({ hn_id, seconds, labels: ['I', 'II'] }));
  const answer = await askToBegin(origin, api_key, { hn_id, bytes: zip.length, request: 'true' });
  const begun = begunBy(answer);
  if (begun === null) throw new Error(await answer.text());
  const sent = await sendPart(origin, begun, 0, zip);
  if (sent.status !== 204) throw new Error(await sent.text());
}
