/** Reads the metrics of one program: pools, disks, certificates, clock and readiness. */
import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { OperationDependencies } from '../features/operations/operation-dependencies.ts';
import type { UploadDependencies } from '../features/uploads/upload-dependencies.ts';
import type { OperationOverview } from '@rhythmdesk/contract/operations';
import { aheadOfDatabaseMs } from '../platform/clock/database-clock.ts';
import { answers } from '../platform/db/database.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { isServing, storageTroubles, type Troubles } from '../platform/http/troubles.ts';
import type { Sample } from '../platform/metrics/metrics.ts';
import { databaseFolder, filesFolder, uploadsFolder } from './installation-folders.ts';
import { installationFigures } from './installation-figures.ts';
import type { Platform } from './open-platform.ts';
import type { CertificateWatches, FileUse } from './watch-certificate.ts';

function poolFigures({ pool, replica, config }: Platform): Sample[] {
  const pools = [
    { pool: 'primary', of: pool },
    ...(replica === null ? [] : [{ pool: 'replica', of: replica.pool }]),
  ];
  return pools.flatMap(({ pool: name, of }) => [
    ...Object.entries({ open: of.totalCount, idle: of.idleCount, waiting: of.waitingCount }).map(
      ([state, value]) => ({
        name: 'rhythmdesk_database_connections' as const,
        labels: { pool: name, state },
        value,
      }),
    ),
    {
      name: 'rhythmdesk_database_connections_max' as const,
      labels: { pool: name },
      value: config.DATABASE_CONNECTIONS,
    },
  ]);
}

/** Returns the disks of the installation’s folders, as this machine sees them; a folder that is away is left out. */
async function readDisks({
  DATA_DIR,
  DATABASE_URL,
}: Platform['config']): Promise<OperationOverview['disks']> {
  const folders = [
    { folder: 'files', path: filesFolder(DATA_DIR) },
    { folder: 'uploads', path: uploadsFolder(DATA_DIR) },
    ...(DATABASE_URL === undefined ? [{ folder: 'postgres', path: databaseFolder(DATA_DIR) } as const] : []),
  ] as const;
  const found = await Promise.all(
    folders.map(async ({ folder, path }) => {
      const disk = await statfs(path).catch(() => null);
      if (disk === null) return [];
      return [{ folder, free_bytes: disk.bavail * disk.bsize, bytes: disk.blocks * disk.bsize }];
    }),
  );
  return found.flat();
}

type CertificateUse = 'https' | 'hl7' | 'signing';
type Expiry = {
  readonly use: CertificateUse;
  readonly subject: string;
  readonly not_after: Date;
  readonly renewal_refused: boolean;
};

async function expiryOfFile(use: CertificateUse, file: string | undefined): Promise<Expiry[]> {
  if (file === undefined) return [];
  const { subject, validTo } = new X509Certificate(await readFile(file));
  return [{ use, subject, not_after: new Date(validTo), renewal_refused: false }];
}

const signingRow = z.object({ subject: z.string(), not_after: z.coerce.date() });

/** Returns the certificates of the settings, and those by which centers sign at present. */
async function readCertificates(
  { config, db }: Pick<Platform, 'config' | 'db'>,
  withHl7 = true,
): Promise<Expiry[]> {
  const signing = await inScope(everything, () =>
    db.execute(sql`select distinct on (center_id) subject, not_after from center_certificates
      where removed_at is null order by center_id, created_at desc`),
  );
  const files = withHl7 ? await expiryOfFile('hl7', config.HL7_CERT_FILE) : [];
  const signers = signing.rows.map((row) => ({
    ...{ use: 'signing' as const, renewal_refused: false },
    ...signingRow.parse(row),
  }));
  return [...files, ...signers];
}

async function expiryFigures(platform: Platform): Promise<Sample[]> {
  const certificates = await readCertificates(platform);
  const uses = [...new Set(certificates.map(({ use }) => use))];
  return uses.map((use) => {
    const ends = certificates.filter((each) => each.use === use).map(({ not_after }) => not_after.getTime());
    return {
      name: 'rhythmdesk_certificate_expiry_seconds',
      labels: { use },
      value: (Math.min(...ends) - Date.now()) / 1000,
    };
  });
}

async function readinessFigures(troubles: Troubles): Promise<Sample[]> {
  const found = await troubles(true);
  return [
    { name: 'rhythmdesk_ready', value: isServing(found) ? 1 : 0 },
    ...found.map((trouble) => ({ name: 'rhythmdesk_trouble' as const, labels: { trouble }, value: 1 })),
  ];
}

function servedCertificate(use: FileUse, watches: CertificateWatches): Expiry[] {
  const watch = watches[use];
  if (watch === null) return [];
  const { subject, not_after } = watch.current();
  return [{ use, subject, not_after, renewal_refused: watch.refused() !== null }];
}

/** Returns what the page of operations shows of this program. */
export function operationDependencies(
  platform: Platform,
  { folderState, freeBytes }: Pick<UploadDependencies, 'folderState' | 'freeBytes'>,
  watches: CertificateWatches,
): OperationDependencies {
  const { db, clock, config, metrics } = platform;
  const { DISK_FLOOR_BYTES: floor_bytes } = config;
  return {
    ...{ db, clock, config, floor_bytes },
    disks: () => readDisks(config),
    certificates: async () => [
      ...servedCertificate('https', watches),
      ...servedCertificate('hl7', watches),
      ...(await readCertificates(platform, watches.hl7 === null)),
    ],
    troubles: async (prove) => [
      ...(await platform.troubles(prove)),
      ...(await storageTroubles(folderState, freeBytes, floor_bytes)),
    ],
    metrics: metrics.text,
  };
}

/** Adds the sources of all gauges to the metrics of a program. */
export function addFigures(platform: Platform, troubles: Troubles): void {
  const { metrics, pool, config, db } = platform;
  metrics.addSource(() => poolFigures(platform));
  metrics.addSource(() => readinessFigures(troubles));
  metrics.addSource(async () => [{ name: 'rhythmdesk_database_up', value: (await answers(pool)) ? 1 : 0 }]);
  metrics.addSource(async () => [
    { name: 'rhythmdesk_clock_ahead_seconds', value: (await aheadOfDatabaseMs(pool)) / 1000 },
  ]);
  metrics.addSource(async () =>
    (await readDisks(config)).flatMap(({ folder, free_bytes, bytes }) => [
      { name: 'rhythmdesk_disk_free_bytes', labels: { folder }, value: free_bytes },
      { name: 'rhythmdesk_disk_bytes', labels: { folder }, value: bytes },
    ]),
  );
  metrics.addSource(() => expiryFigures(platform));
  metrics.addSource(() => installationFigures(db));
}
