/** Describes the practice as a case that is not on any server, has no patient, and is in no list. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { bucketCount, bucketSamples, tileSpan, topLevel } from '@rhythmdesk/ecg/pyramid/layout';
import type { RecordingManifest } from '@rhythmdesk/contract/recordings';
import type { PracticeRecording } from '@rhythmdesk/ecg/synth/practice-recording';
import type { PracticeConclusion } from './practice-progress.ts';

/** The greatest number that an address of a case can contain; no real case gets it. */
export const practiceCase = 999_999_999_999_999;

const startMs = Date.UTC(2026, 0, 12, 10);
export const practiceStart = new Date(startMs).toISOString();
const group = { id: 0, name: 'Rhythmdesk', type: 'tech_center' } as const;

export const practiceManifest = (recording: PracticeRecording): RecordingManifest => ({
  ...{ case_id: practiceCase, recording_id: practiceCase, start_ms: startMs, time_zone: 'UTC' },
  ...{ sampling_hz: recording.sampling_hz, samples: recording.samples },
  leads: [
    { label: recording.lead, gain_uv_per_lsb: recording.gain_uv_per_lsb, zero_lsb: 0, signal_share: 1 },
  ],
  levels: Array.from({ length: topLevel(recording.samples) + 1 }, (_none, level) => ({
    level,
    samples_per_bucket: bucketSamples(level),
    buckets: bucketCount(recording.samples, level),
    buckets_per_tile: tileSpan(level),
  })),
  ...{ gaps: [], events: [], hours: [], synthetic: true },
});

const nothing = {
  ...{ tech_center: null, team: null, patient_id: null, birth_date: null, gender: null, age: null },
  ...{ technician: null, confirmer: null, requested_date: null, report_due_date: null },
  ...{ confirmed_date: null, critical_due_at: null, edit_started_at: null, sparkline: null },
  ...{
    af_share: null,
    ve_count: null,
    pause_count: null,
    results_hidden: false,
    handback: null,
    phone_number: null,
  },
  ...{ owner: null, attachment_date: null, detachment_date: null, product_name: null },
  ...{ close_reason: null, analysable_share: null, gap_count: null },
} as const;
const never = {
  ...{ processing: false, closed: false, masked: false, verified: false, has_report: false },
  ...{ view_mismatch: false, has_order: false, can_edit_patient: false, can_edit_reading: true },
  ...{ can_add_user_file: false, can_comment: false, can_comment_internally: false, can_answer_pins: false },
  critical_rules: null,
} as const;

/** The name of the practice, the name shown instead of a patient's, and the language of the report. */
type PracticeNames = Pick<
  CaseDetail,
  'hn_id' | 'patient_first_name' | 'patient_last_name' | 'hospital_language'
>;

export const practiceDetail = (
  names: PracticeNames,
  recording: PracticeRecording,
  { version, text, figures }: PracticeConclusion,
): CaseDetail => ({
  ...nothing,
  ...never,
  ...names,
  ...{ case_id: practiceCase, version, status: 'start', hospital: group },
  ...{ priority: 'normal', severity: 'none' },
  recording_start: practiceStart,
  recording_seconds: recording.samples / recording.sampling_hz,
  created_at: practiceStart,
  ...{ comment_count: 0, actions: [], next_step: { kind: 'finished' } },
  ...{ comment: '', technician_comment: text, conclusion_figures: [...figures], time_zone: 'UTC' },
  ...{ recording: 'ready', leads: [recording.lead], sampling_hz: recording.sampling_hz },
  ...{ report_versions: [], report_behind: false, earlier: [], earlier_total: 0 },
});
