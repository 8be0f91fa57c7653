/** Shows the four facts of a recording: start in the hospital's time zone, length, signal, leads and sampling rate. */
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { Coverage, TraceFacts } from '../check/check-result.ts';
import { useNow } from '../../../ui/use-now.ts';
import { Figure } from './card-parts.tsx';
import { Facts } from './card-frame.tsx';
import type { Hospital } from './use-prepared.ts';
import { goodSignalShare } from './verdict.ts';

export type SeenFacts = Omit<TraceFacts, 'start_ms' | 'hn_id'> & { readonly start_ms: number | null };
type Seen = { readonly facts: SeenFacts; readonly coverage: Coverage | null };

export function RecordingFacts({ facts, coverage, hospital }: Seen & { hospital: Hospital | null }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const now = useNow();
  const share = coverage === null ? t('unknown') : format.percent(coverage.share);
  const gaps = coverage?.gaps.length ?? 0;
  const isUncertain = coverage !== null && coverage.share < goodSignalShare;
  const zone = hospital?.time_zone ?? 'UTC';
  const start = facts.start_ms === null ? t('unknown') : format.moment(facts.start_ms, now, zone);
  const hz = format.number(facts.sampling_hz, Number.isInteger(facts.sampling_hz) ? 0 : 1);
  return (
    <Facts>
      <Figure label={t('fact.start', { zone })} value={start} />
      <Figure label={t('fact.length')} value={format.duration(facts.duration_ms)} />
      <Figure
        label={t('fact.signal')}
        value={isUncertain ? t('signal-gaps', { share, count: gaps }) : share}
        uncertain={isUncertain}
      />
      <Figure label={t('fact.leads')} value={t('leads-hz', { leads: facts.leads.length, hz })} />
    </Facts>
  );
}

/** Names the leads with much less signal than the recording as a whole. */
export function WeakLeads({ facts, coverage }: Seen) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const whole = coverage?.share ?? 1;
  const weak = facts.leads.flatMap(({ label, signal_share }) =>
    signal_share !== null && signal_share < goodSignalShare && whole - signal_share > 0.05
      ? [{ label, share: format.percent(signal_share) }]
      : [],
  );
  return weak.map(({ label, share }) => (
    <span key={label} style={{ color: 'var(--rd-palette-warning-main)' }}>
      {t('weak-lead', { lead: label, share })}
    </span>
  ));
}
