/**
 * Adds one planned case to the demo: the case, its recording, its files, its history, and its entry in the upload
 * history.
 */
import { dateInZone } from '@rhythmdesk/domain/kit/calendar';
import { zoneOffset } from '@rhythmdesk/server/features/billing/invoices/account-query';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '@rhythmdesk/server/platform/db/database';
import { caseFiles, cases } from '@rhythmdesk/server/platform/db/schema/cases';
import { notifications } from '@rhythmdesk/server/platform/db/schema/notices';
import { recordings, uploads } from '@rhythmdesk/server/platform/db/schema/recordings';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import type { FileStore, StoredFile } from '@rhythmdesk/server/platform/files/file-store';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import type { CasePlan } from './case-plans.ts';
import { demoGroups } from './demo-people.ts';
import type { DemoWorld } from './demo-callers.ts';
import { failedTwin } from './failed-uploads.ts';
import { CasePlayer, type CaseTeam } from './play-case.ts';
import { recordSheet } from './record-sheet.ts';
import {
  writeSignal,
  writeSummaryOnly,
  type RecordingPlan,
  type WrittenRecording,
} from './synthetic-recording.ts';

const teams: Readonly<
  Record<CasePlan['hospital'], { doctor: string; technicians: readonly string[]; chief: string }>
> = {
  minato: {
    doctor: 'demodoctor',
    technicians: ['demotechnician', 'demotechnician', 'demotechnician3'],
    chief: 'demochief',
  },
  northgate: {
    doctor: 'demodoctor3',
    technicians: ['demotechnician', 'demotechnician3'],
    chief: 'demochief',
  },
  hanbit: {
    doctor: 'demodoctor2',
    technicians: ['demotechnician2', 'demotechnician4'],
    chief: 'demochief2',
  },
};

/** The upload rate of a hospital, and the time for reading its zip. */
const bytesPerMs = 4_800;
const readingMs = 6_000;
const retentionDays = 30;
const hourMs = 3_600_000;

const zoneOf = (plan: CasePlan): string =>
  demoGroups.find(({ key }) => key === plan.hospital)?.time_zone ?? 'UTC';

/** Returns the recording to generate for a case; it ended the day before it was uploaded. */
export function recordingPlanOf(plan: CasePlan): RecordingPlan {
  const { hn_id, seed, heart: patient, labels, sampling_hz, seconds, uploaded } = plan;
  const start = new Date(uploaded.getTime() - seconds * 1000 - 20 * hourMs);
  return { hn_id, seed, patient, labels, sampling_hz, seconds, start, time_zone: zoneOf(plan) };
}

/** Returns the days on which the patch was attached and detached, in the hospital's time zone. */
function wornDays(plan: CasePlan, start: Date) {
  const zone = zoneOffset(zoneOf(plan));
  return {
    attachment_date: dateInZone(start.getTime(), zone),
    detachment_date: dateInZone(start.getTime() + plan.seconds * 1000, zone),
  };
}

type FileRow = Omit<typeof caseFiles.$inferInsert, 'case_id'>;

export class CaseLoader {
  private readonly db: Db;
  private readonly files: FileStore;
  private readonly world: DemoWorld;
  private readonly now: Date;

  constructor(db: Db, files: FileStore, world: DemoWorld, now: Date) {
    this.db = db;
    this.files = files;
    this.world = world;
    this.now = now;
  }

  /** Writes the files of a case, then the case with its whole history in one transaction. Returns the case's id. */
  async load(plan: CasePlan): Promise<number> {
    const team = this.teamOf(plan);
    const recording = await this.writeRecording(plan);
    const fileRows = await this.writeFiles(plan, team.uploader, recording);
    return transact(this.db, async (tx) => {
      // Lanes wait for each other's dealings, on a busy machine longer than a request may wait.
      await tx.execute(sql`set local lock_timeout = 0`);
      const player = new CasePlayer(tx, plan, team);
      const case_id = await player.create();
      await this.addRecording(tx, case_id, plan, recording);
      await tx.insert(caseFiles).values(fileRows.map((row) => ({ ...row, case_id })));
      await this.addUpload(tx, case_id, plan, team);
      await player.play(this.now);
      await this.readOldNotifications(tx, case_id);
      return case_id;
    });
  }

  /** Marks messages older than a day as read, so that no user starts with hundreds of unread notifications. */
  private async readOldNotifications(tx: Tx, case_id: number): Promise<void> {
    const yesterday = new Date(this.now.getTime() - 24 * hourMs);
    const { patch_id, create_time } = notifications;
    await tx
      .update(notifications)
      .set({ status: 'Y' })
      .where(and(eq(patch_id, case_id), lt(create_time, yesterday)));
  }

  private caller(user_id: string): Caller {
    const caller = this.world.callers.get(user_id);
    if (caller === undefined) throw new Error(`${user_id} is nobody in the demo`);
    return caller;
  }

  private teamOf(plan: CasePlan): CaseTeam {
    const { doctor, technicians, chief } = teams[plan.hospital];
    return {
      doctor: this.caller(doctor),
      uploader: this.caller(plan.by_carrier ? 'demologistics' : doctor),
      technicians: technicians.map((user_id) => this.caller(user_id)),
      chief: this.caller(chief),
      hospital_id: this.world.groupIds.get(plan.hospital) ?? 0,
    };
  }

  private writeRecording(plan: CasePlan): Promise<WrittenRecording> {
    const recording = recordingPlanOf(plan);
    if (plan.signal) return writeSignal(this.files, recording);
    const purged = new Date(plan.uploaded.getTime() + retentionDays * 24 * hourMs);
    return writeSummaryOnly(this.files, recording, purged < this.now ? purged : this.now);
  }

  private async addRecording(
    tx: Tx,
    case_id: number,
    plan: CasePlan,
    { columns, hours }: WrittenRecording,
  ): Promise<void> {
    const { start } = recordingPlanOf(plan);
    const sum = (count: (row: (typeof hours)[number]) => number): number =>
      hours.reduce((all, row) => all + count(row), 0);
    const analysed = sum((row) => row.analysed_s);
    await tx.insert(recordings).values({ ...columns, case_id, created_at: plan.uploaded });
    await tx
      .update(cases)
      .set({
        recording_start: start,
        recording_seconds: plan.seconds,
        ...(plan.signal ? {} : wornDays(plan, start)),
        af_share: analysed > 0 ? Math.min(1, sum((row) => row.af_s) / analysed) : null,
        ve_count: sum((row) => row.ve),
        pause_count: sum((row) => row.pauses),
      })
      .where(eq(cases.case_id, case_id));
  }

  private async store(bytes: Buffer): Promise<StoredFile> {
    const writer = await this.files.create();
    await writer.write(bytes);
    return writer.commit();
  }

  private async writeFiles(
    plan: CasePlan,
    uploader: Caller,
    recording: WrittenRecording,
  ): Promise<FileRow[]> {
    const lines = [
      ['HN ID', plan.hn_id],
      ['Patient ID', plan.patient.patient_id],
      ['Worn', `${(plan.seconds / 86_400).toFixed(1)} days`],
      ['Leads', plan.labels.join(', ')],
      ['Sampling', `${String(plan.sampling_hz)} Hz`],
      ['Ventricular beats', String(recording.hours.reduce((all, row) => all + row.ve, 0))],
      ['Supraventricular beats', String(recording.hours.reduce((all, row) => all + row.sve, 0))],
      ['Pauses', String(recording.hours.reduce((all, row) => all + row.pauses, 0))],
    ] as const;
    const common = { side: 'request', created_by: uploader.id, created_at: plan.uploaded };
    const pdf = async (kind: string, filename: string, title: string): Promise<FileRow> => {
      const { sha256, bytes } = await this.store(await recordSheet(title, lines));
      return { ...common, kind, filename, media_type: 'application/pdf', size_bytes: bytes, sha256 };
    };
    const { trace, summary, columns } = recording;
    const rows: FileRow[] = [
      await pdf('report', 'Report.pdf', 'Device report'),
      {
        ...common,
        kind: 'signal',
        filename: 'TraceData.dat',
        media_type: 'application/octet-stream',
        size_bytes: trace.bytes,
        sha256: trace.sha256,
        content_sha256: trace.content_sha256,
        purged_at: columns.purged_at ?? null,
      },
      {
        ...common,
        kind: 'summary',
        filename: 'SummaryData.csv',
        media_type: 'text/csv',
        size_bytes: summary.bytes,
        sha256: summary.sha256,
      },
    ];
    if (plan.seed % 3 === 0) rows.push(await pdf('order', 'Order.pdf', 'Order'));
    return rows;
  }

  private async addUpload(
    tx: Tx,
    case_id: number,
    plan: CasePlan,
    { uploader, hospital_id }: CaseTeam,
  ): Promise<void> {
    const bytes = Math.round(2 * plan.labels.length * plan.sampling_hz * plan.seconds * 0.6);
    const finished_at = new Date(plan.uploaded.getTime() + readingMs + bytes / bytesPerMs);
    const made = {
      upload_id: `demo-${plan.hn_id}`,
      user_id: uploader.id,
      user_group_id: uploader.user_group.id,
      hospital_id,
      filename: `patch_${plan.hn_id.slice(-4)}.zip`,
      hn_id: plan.hn_id,
      size_bytes: bytes,
      received_bytes: bytes,
      state: 'done',
      case_id,
      capability_hash: Buffer.alloc(32),
      capability_expires_at: plan.uploaded,
      created_at: plan.uploaded,
      updated_at: finished_at,
      finished_at,
    };
    const failed = failedTwin(plan, made, this.now);
    await tx.insert(uploads).values(failed === null ? [made] : [made, failed]);
  }
}
