/**
 * Lists every metric of the product: its name, its labels and its meaning. The registry, the list in
 * `docs/monitoring.md`, and the test of the alert rules and the dashboard are made from it.
 *
 * Invariant: each label has a bounded set of values, and none contains data of patients, users or institutions.
 */

export type MetricRow = {
  readonly help: string;
  readonly labels?: readonly string[];
};

/** Values of the whole installation, read from the database: every program reports the same. */
const installationGauges = {
  rhythmdesk_jobs: {
    help: 'Background jobs by kind and state: waiting, later (due in future, also retries), running, failed.',
    labels: ['kind', 'state'],
  },
  rhythmdesk_job_oldest_seconds: {
    help: 'How long the oldest due job of a kind has been waiting.',
    labels: ['kind'],
  },
  rhythmdesk_queue_oldest_seconds: {
    help: 'How long the oldest due job of a queue, whose jobs run one after the other, has been waiting.',
    labels: ['queue'],
  },
  rhythmdesk_uploads: {
    help: 'Uploads that are being received or checked.',
    labels: ['state'],
  },
  rhythmdesk_upload_bytes_missing: { help: 'Bytes that the uploads in progress have still to send.' },
  rhythmdesk_analyses: {
    help: 'Recordings that wait for an analysis, and analyses that run.',
    labels: ['state'],
  },
  rhythmdesk_analysis_oldest_seconds: {
    help: 'How long the oldest recording has been waiting for its analysis.',
  },
  rhythmdesk_files_waiting: { help: 'Stored files that the bucket does not have yet.' },
  rhythmdesk_files_waiting_bytes: { help: 'Bytes of stored files that the bucket does not have yet.' },
  rhythmdesk_files_waiting_oldest_seconds: {
    help: 'How long the oldest stored file has been waiting for the bucket.',
  },
  rhythmdesk_files_refused: { help: 'Waiting files that the bucket refused, or did not answer.' },
  rhythmdesk_messages: {
    help: 'Messages to and from other systems by channel and state; settled ones of the last 24 hours only.',
    labels: ['channel', 'direction', 'state'],
  },
  rhythmdesk_message_oldest_seconds: {
    help: 'How long the oldest outgoing message has been waiting for its acknowledgement.',
    labels: ['channel'],
  },
  rhythmdesk_partners_failing: {
    help: 'Active partners that accept no message at present.',
    labels: ['channel'],
  },
  rhythmdesk_backup_age_seconds: {
    help: 'Age of what the newest backup contains; absent if npm run backup has made none.',
  },
  rhythmdesk_backup_verified_age_seconds: {
    help: 'Age of what the newest intact verified backup contains; absent if none was verified.',
  },
  rhythmdesk_backup_faults: { help: 'Faults that the last verification of a backup found.' },
  rhythmdesk_nodes: { help: 'Programs that run on the installation.', labels: ['program'] },
} as const satisfies Record<string, MetricRow>;

/** Values of one program. */
const programGauges = {
  rhythmdesk_ready: { help: '1 if the program can do its work, otherwise 0.' },
  rhythmdesk_trouble: { help: '1 for each trouble that /readyz reports.', labels: ['trouble'] },
  rhythmdesk_database_up: { help: '1 if the database answered this request of metrics, otherwise 0.' },
  rhythmdesk_database_connections: {
    help: 'Connections of a pool: open, idle, and requests that wait for one.',
    labels: ['pool', 'state'],
  },
  rhythmdesk_database_connections_max: { help: 'The most connections of a pool.', labels: ['pool'] },
  rhythmdesk_disk_free_bytes: { help: 'Free space of the disk of a folder.', labels: ['folder'] },
  rhythmdesk_disk_bytes: { help: 'Size of the disk of a folder.', labels: ['folder'] },
  rhythmdesk_certificate_expiry_seconds: {
    help: 'Time until a certificate expires; of several of one use, the first that does.',
    labels: ['use'],
  },
  rhythmdesk_certificate_refused: {
    help: '1 if the certificate files, as they are now, cannot be used, so that the certificate before stays in use; otherwise 0.',
    labels: ['use'],
  },
  rhythmdesk_clock_ahead_seconds: { help: 'How far this machine’s clock is ahead of the database’s.' },
  rhythmdesk_event_streams: { help: 'Open event streams of pages.' },
  rhythmdesk_overload_level: { help: 'What the server refuses because of load: 0 nothing, 3 everything.' },
  rhythmdesk_build_info: {
    help: 'Always 1; version and program are its labels.',
    labels: ['program', 'version'],
  },
  rhythmdesk_sources_failed: { help: 'Parts of the metrics that could not be read this time.' },
} as const satisfies Record<string, MetricRow>;

export const gauges = { ...programGauges, ...installationGauges } as const;

export const counters = {
  rhythmdesk_requests_refused_total: {
    help: 'Requests refused because the server was overloaded.',
    labels: ['level'],
  },
  rhythmdesk_jobs_ended_total: {
    help: 'Attempts of background jobs that ended, by outcome: done or failed.',
    labels: ['kind', 'outcome'],
  },
} as const satisfies Record<string, MetricRow>;

export const histograms = {
  rhythmdesk_request_seconds: {
    help: 'Time until a request was answered, by method, route template and class of status. Event streams are left out.',
    labels: ['method', 'route', 'status'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60],
  },
  rhythmdesk_job_seconds: {
    help: 'Duration of an attempt of a background job.',
    labels: ['kind'],
    buckets: [0.1, 1, 10, 60, 600, 3600],
  },
} as const satisfies Record<string, MetricRow & { readonly buckets: readonly number[] }>;

export type GaugeName = keyof typeof gauges;

/** Returns the list for `docs/monitoring.md`. */
export function metricsMarkdown(): string {
  const sections = Object.entries<Readonly<Record<string, MetricRow>>>({
    'Of the installation, the same from every program': installationGauges,
    'Of one program': { ...programGauges, ...counters, ...histograms },
  });
  const table = sections.map(([title, rows]) =>
    [
      `### ${title}`,
      '',
      '| Metric | Labels | Meaning |',
      '|---|---|---|',
      ...Object.entries(rows).map(
        ([name, { labels = [], help }]) =>
          `| \`${name}\` | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
      ),
    ].join('\n'),
  );
  return `${table.join('\n\n')}\n`;
}
