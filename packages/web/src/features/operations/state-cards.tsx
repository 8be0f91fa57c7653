/** Shows jobs, storage, backups, certificates, database and other systems, each as a card. */
import type { OperationBackup, OperationOverview } from '@rhythmdesk/contract/operations';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { useNow } from '../../ui/use-now.ts';
import { type Fact, StateCard } from './state-card.tsx';

type Props = { readonly state: OperationOverview };

/** Certificates are renewed three weeks before they expire. */
const soonDays = 21;
const lateJobS = 900;
const dayMs = 86_400_000;

function useDuration(): (seconds: number) => string {
  const { t } = useTranslation('operations');
  const format = useFormat();
  return (seconds) =>
    seconds < 120
      ? t('seconds', { seconds: format.number(seconds) })
      : t('minutes', { minutes: format.number(Math.round(seconds / 60)) });
}

export function JobsCard({ state: { jobs } }: Props) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const duration = useDuration();
  const facts: Fact[] = [
    { name: t('waiting'), value: format.number(jobs.waiting) },
    { name: t('later'), value: format.number(jobs.later) },
    { name: t('running'), value: format.number(jobs.running) },
    { name: t('failed'), value: format.number(jobs.failed), tone: jobs.failed > 0 ? 'bad' : undefined },
    {
      name: t('oldest'),
      value: jobs.waiting === 0 ? '–' : duration(jobs.oldest_s),
      tone: jobs.oldest_s > lateJobS ? 'warn' : undefined,
    },
  ];
  return (
    <StateCard title={t('jobs')} facts={facts}>
      <Link to="/admin/jobs">{t('see-failed')}</Link>
    </StateCard>
  );
}

export function StorageCard({ state }: Props) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const { disks, floor_bytes, database_bytes, files_waiting } = state;
  const facts: Fact[] = [
    ...disks.map(({ folder, free_bytes, bytes }) => ({
      name: t(`folder.${folder}`),
      value: t('free', { free: format.bytes(free_bytes), all: format.bytes(bytes) }),
      tone:
        free_bytes < floor_bytes ? ('bad' as const) : free_bytes < bytes / 10 ? ('warn' as const) : undefined,
    })),
    { name: t('database-size'), value: format.bytes(database_bytes) },
  ];
  if (files_waiting !== null)
    facts.push({
      name: t('not-in-bucket'),
      value: t('files-and-uploads', {
        files: format.number(files_waiting.files),
        uploads: format.number(files_waiting.uploads),
        bytes: format.bytes(files_waiting.bytes),
      }),
    });
  return <StateCard title={t('storage')} facts={facts} />;
}

function useVerdict(): (backup: OperationBackup) => Fact {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const nowMs = useNow();
  return ({ verified_at, faults }) => {
    const found = faults ?? 0;
    const verdict = found === 0 ? t('intact') : t('faults', { count: found });
    const at = verified_at === null ? '' : format.relative(verified_at, nowMs);
    return { name: t('verified'), value: `${at}: ${verdict}`, tone: found === 0 ? undefined : 'bad' };
  };
}

export function BackupCard({ state: { backup, verified } }: Props) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const nowMs = useNow();
  const verdictOf = useVerdict();
  if (backup === null) return <StateCard title={t('backup')} facts={[]} empty={t('no-backup')} />;
  const isOld = nowMs - Date.parse(backup.snapshot_at) > 1.5 * dayMs;
  const facts: Fact[] = [
    {
      name: t('newest'),
      value: format.relative(backup.snapshot_at, nowMs),
      tone: isOld ? 'bad' : undefined,
    },
    {
      name: backup.place,
      value: t('contains', { files: format.number(backup.files), bytes: format.bytes(backup.bytes) }),
    },
    ...(backup.unreadable === 0
      ? []
      : [{ name: t('unreadable'), value: format.number(backup.unreadable), tone: 'bad' as const }]),
    verified === null
      ? { name: t('verified'), value: t('never-verified'), tone: 'warn' }
      : verdictOf(verified),
  ];
  return <StateCard title={t('backup')} facts={facts} />;
}

export function CertificatesCard({ state: { certificates } }: Props) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const facts = certificates.flatMap(({ use, subject, not_after, days, renewal_refused }): Fact[] => {
    const left = days < 0 ? t('expired') : t('days', { count: days, value: format.number(days) });
    const name = `${t(`use.${use}`)} (${subject.replace(/^.*CN=/s, '').split('\n')[0] ?? ''})`;
    return [
      {
        name,
        value: `${format.instant('date', not_after)} · ${left}`,
        tone: days < 0 ? 'bad' : days < soonDays ? 'warn' : undefined,
      },
      ...(renewal_refused ? [{ name, value: t('renewal-refused'), tone: 'bad' as const }] : []),
    ];
  });
  return <StateCard title={t('certificates')} facts={facts} empty={t('no-certificates')} />;
}

export function DatabaseCard({ state: { database_version, migrations } }: Props) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const nowMs = useNow();
  const facts: Fact[] = [
    { name: t('database-version'), value: database_version },
    { name: t('migrations'), value: format.number(migrations.count) },
    {
      name: t('last-migration'),
      value: `${migrations.last.replace('.sql', '')} · ${format.moment(migrations.applied_at, nowMs)}`,
    },
  ];
  return <StateCard title={t('database')} facts={facts} />;
}

export function PartnersCard({ state: { partners } }: Props) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const facts = partners.flatMap(({ channel, active, failing, waiting, undelivered }): Fact[] => [
    {
      name: t(`channel.${channel}`),
      value: t('partner-state', { active: format.number(active), failing: format.number(failing) }),
      tone: failing > 0 ? 'bad' : undefined,
    },
    { name: t('messages'), value: format.number(waiting) },
    {
      name: t('undelivered'),
      value: format.number(undelivered),
      tone: undelivered > 0 ? 'warn' : undefined,
    },
  ]);
  return (
    <StateCard title={t('partners')} facts={facts} empty={t('no-partners')}>
      <Link to="/admin/messages">{t('see-messages')}</Link>
    </StateCard>
  );
}
