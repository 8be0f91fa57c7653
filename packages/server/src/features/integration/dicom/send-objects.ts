/**
 * Sends the released reports that wait for a PACS, as a job: the report, and by the partner's settings its strips and
 * the recording, in one request of STOW-RS. The jobs of a partner run one at a time.
 *
 * Invariants: a report has the same objects with the same UIDs at all attempts, so that a PACS recognises a repeated one.
 * Only the pages are in memory; samples are read while they are sent.
 */
import { transact } from '../../../platform/db/transact.ts';
import { stowBody } from '../../../platform/dicom/stow.ts';
import { FileFault } from '../../../platform/files/file-store.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { guardedPost, PostFault, type PostAnswer } from '../../../platform/webhooks/guarded-post.ts';
import { refusalText } from '../../../platform/texts/refusal-text.ts';
import { readVersions } from '../../../records/cases/report-versions.ts';
import type { DicomFile } from '../../../records/dicom/waveform-file.ts';
import {
  afterFailure,
  saveMessage,
  saveSent,
  sendInTurn,
  type Failure,
  type MessageRow,
  type SentInTurn,
  type Step,
} from '../send-in-turn.ts';
import { unreadableFile } from '../unreadable-file.ts';
import type { WebhookDependencies } from '../webhook/webhook-dependencies.ts';
import { readPacs, signInHeaders, type PacsRow } from './pacs-record.ts';
import { releasedReport, reportFile, waveformFiles, type DicomDependencies } from './report-source.ts';
import { fateOf } from './stow-answer.ts';

export type PacsSending = WebhookDependencies &
  Pick<DicomDependencies, 'files' | 'titleOf'> & {
    /** How long a message is tried, and how long an answer may take. */
    readonly retry_ms: number;
    readonly timeout_ms: number;
  };

const answerBytes = 256 * 1024;
/** The most of the answer that is stored with the message. */
const mostReply = 8 * 1024;
/** A PACS may be this slow with large objects. */
const leastBytesPerMs = 128;

/** Returns the address for objects below the root of the services, which may have been given with it. */
const studiesUrl = (root: string): string => `${root.replace(/\/+$/, '').replace(/\/studies$/, '')}/studies`;

async function objectsOf(
  sending: PacsSending,
  { settings }: PacsRow,
  message: MessageRow,
): Promise<DicomFile[]> {
  const { case_id, report_version } = message;
  if (case_id === null || report_version === null) throw new Error('a result without its report');
  const versions = await readVersions(sending.db, case_id);
  const version = versions.find((each) => each.report_version === report_version);
  if (version === undefined) throw new Error('a result of no report');
  const report = await releasedReport(sending.db, version);
  return [await reportFile(sending, report), ...(await waveformFiles(sending, report, settings))];
}

/** The content of the message: what was sent, without patient data. */
const listed = (objects: readonly DicomFile[]): string =>
  JSON.stringify({
    instances: objects.map(({ sop_class, sop_instance, size_bytes }) => ({
      ...{ sop_class, sop_instance, size_bytes },
    })),
  });

type Settled = { readonly step: Step; readonly words?: string; readonly reply: string | null };

async function settle(
  { db, clock }: PacsSending,
  message: MessageRow,
  { step, words = '', reply }: Settled & { readonly step: 'acknowledged' | 'refused' },
  fault: 'refused' | 'unfit' | null,
): Promise<Step> {
  await transact(db, (tx) =>
    saveMessage(tx, message, {
      ...{ state: step, settled_at: clock.now(), next_attempt_at: null, attempts: message.attempts + 1 },
      ...{ fault, fault_detail: words.slice(0, 500), reply },
    }),
  );
  return step;
}

async function keepFailure(
  { db, clock, retry_ms }: PacsSending,
  message: MessageRow,
  failure: Failure,
): Promise<Step> {
  const now = clock.now();
  await transact(db, (tx) => saveMessage(tx, message, afterFailure(message, failure, { now, retry_ms })));
  return 'failed';
}

function keepAnswer(
  sending: PacsSending,
  message: MessageRow,
  answer: PostAnswer,
  sent: readonly string[],
): Promise<Step> {
  const fate = fateOf(answer, sent);
  const reply = `HTTP ${String(answer.status)}\n\n${answer.text}`.trim().slice(0, mostReply);
  if (fate.step === 'failed') {
    const { fault, words: detail } = fate;
    return keepFailure(sending, message, { fault, detail, reply });
  }
  return settle(sending, message, { ...fate, reply }, fate.step === 'refused' ? 'refused' : null);
}

/** Makes one attempt. The state `sent` is stored before the bytes leave, so that a killed server repeats them. */
async function attempt(
  sending: PacsSending,
  partner: PacsRow,
  message: MessageRow,
  signal: AbortSignal,
): Promise<Step> {
  const { db, clock, sealer, policy, timeout_ms } = sending;
  const objects = await objectsOf(sending, partner, message);
  const { headers, size_bytes, body } = stowBody(objects);
  const signedIn = await signInHeaders(db, sealer, partner);
  const sent_at = clock.now();
  const payload = listed(objects);
  if (!(await transact(db, (tx) => saveSent(tx, message, { payload, sent_at })))) return 'gone';
  const { url, ca } = partner.settings;
  const post = { url: studiesUrl(url), ca, headers: { ...headers, ...signedIn }, size_bytes, body };
  const limits = {
    timeout_ms: timeout_ms + Math.round(size_bytes / leastBytesPerMs),
    ...{ answer_bytes: answerBytes, signal },
  };
  try {
    const answer = await guardedPost(post, policy, limits);
    return await keepAnswer(
      sending,
      message,
      answer,
      objects.map(({ sop_instance }) => sop_instance),
    );
  } catch (failure) {
    if (!(failure instanceof PostFault)) throw failure;
    if (failure.cause instanceof FileFault) throw failure.cause;
    const { kind: fault, message: detail } = failure;
    return keepFailure(sending, message, { fault, detail, reply: null });
  }
}

/** Returns why DICOM cannot store a report, such as a patient ID that is too long, or a damaged file. */
const unfitWords = (fault: unknown): string =>
  fault instanceof Refusal ? refusalText(fault.code, 'en', fault.detail.figures) : unreadableFile(fault);

/** Refuses a report that DICOM cannot store. */
async function attemptFit(
  sending: PacsSending,
  partner: PacsRow,
  message: MessageRow,
  signal: AbortSignal,
): Promise<Step> {
  try {
    return await attempt(sending, partner, message, signal);
  } catch (fault) {
    return settle(sending, message, { step: 'refused', words: unfitWords(fault), reply: null }, 'unfit');
  }
}

export const sendObjects = (
  sending: PacsSending,
  partner_id: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<SentInTurn> =>
  sendInTurn(
    sending,
    partner_id,
    {
      ...{ in_order: false, at_once: 1, under_way: 1 },
      partner: () => readPacs(sending.db, partner_id),
      gather: () => Promise.resolve(null),
      attempt: (message, { partner }) => attemptFit(sending, partner, message, signal),
    },
    signal,
  );
