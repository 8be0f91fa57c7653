/** Lists the events of a finding in order of time, and the recipients of the next escalation level. */
import { styled } from '@mui/material/styles';
import type { CriticalDetail, CriticalEventRow } from '@rhythmdesk/contract/critical';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Section } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/use-now.ts';

const Lines = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: textSize.small,
  lineHeight: '18px',
  '& li': { display: 'grid', gridTemplateColumns: '14px minmax(0, 1fr) auto', gap: 8, padding: '3px 0' },
  '& i': {
    width: 10,
    height: 10,
    marginTop: 4,
    borderRadius: '50%',
    border: `1.5px solid ${theme.vars.palette.secondary.main}`,
    backgroundColor: theme.vars.palette.secondary.main,
  },
  '& .next i': { borderColor: theme.vars.palette.line.strong, backgroundColor: 'transparent' },
  '& .good i': {
    borderColor: theme.vars.palette.success.main,
    backgroundColor: theme.vars.palette.success.main,
  },
  '& .late': { color: theme.vars.palette.error.main, fontWeight: 600 },
  '& .quiet': { color: theme.vars.palette.text.secondary },
  '& time': { color: theme.vars.palette.text.secondary },
}));

function useEventWords(): (row: CriticalEventRow) => { what: string; who: string } {
  const { t } = useTranslation('critical');
  return ({ event, level, user, contact, way, note }) => {
    const what = event === 'notified' && level !== null ? t(`notified.${level}`) : t(`event.${event}`);
    const reached = contact === null ? '' : way === null ? contact : `${contact} · ${t(`way.${way}`)}`;
    const [by, number = ''] = note.split(' ');
    const reason =
      event === 'withdrawn' && (by === 'reading' || by === 'analysis') ? t(`reason.${by}`, { number }) : note;
    return { what, who: [user?.name ?? '', reached, reason].filter((part) => part !== '').join(' · ') };
  };
}

export function EscalationList({ detail }: { detail: CriticalDetail }) {
  const { t } = useTranslation('critical');
  const format = useFormat();
  const nowMs = useNow();
  const wordsOf = useEventWords();
  const { events, next_level: next } = detail;
  const inMinutes = next === null ? 0 : Math.ceil((Date.parse(next.at) - nowMs) / 60_000);
  return (
    <Section
      title={t('escalation')}
      note={next === null ? undefined : t('escalation.next', { minutes: Math.max(0, inMinutes) })}
    >
      <Lines>
        {events.map((row) => {
          const { what, who } = wordsOf(row);
          return (
            <li key={row.event_id} className={row.event === 'acknowledge' ? 'good' : undefined}>
              <i aria-hidden="true" />
              <span>
                {what} <span className="quiet">{who}</span>
              </span>
              <time dateTime={row.created_at} title={format.instant('dateTime', row.created_at)}>
                {format.instant('time', row.created_at)}
              </time>
            </li>
          );
        })}
        {next === null ? null : (
          <li className="next">
            <i aria-hidden="true" />
            <span className={inMinutes <= 0 ? 'late' : 'quiet'}>{t(`level.${next.level}`)}</span>
            <time dateTime={next.at}>{format.instant('time', next.at)}</time>
          </li>
        )}
      </Lines>
    </Section>
  );
}
