/**
 * Shows how a center's requests are divided among its teams: each team's share by the ratios, the number of the latest
 * requests that it received beside its expected number, and its workload. For users who oversee the center; other users
 * see nothing.
 */
import { styled } from '@mui/material/styles';
import type { TeamShares } from '@rhythmdesk/contract/team-shares';
import { can } from '@rhythmdesk/domain/people/can';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Section } from '../../../ui/panel.tsx';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '3px 0 3px 10px', textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
  '& thead th': {
    verticalAlign: 'bottom',
    fontSize: textSize.small,
    lineHeight: '16px',
    fontWeight: 500,
    whiteSpace: 'normal',
    color: theme.vars.palette.text.secondary,
  },
  '& th:first-of-type': {
    paddingLeft: 0,
    textAlign: 'left',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '& .own > *': { fontWeight: 600 },
  '& small': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));
const Note = styled('p')(({ theme }) => ({
  margin: '6px 0 0',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));

type Team = TeamShares['teams'][number];

function TeamRow({ team, own }: { team: Team; own: boolean }) {
  const { t } = useTranslation('institutions');
  const format = useFormat();
  const fair = format.number(team.fair, 1);
  return (
    <tr className={own ? 'own' : undefined}>
      <th scope="row" lang={nameLanguage(team.name)}>
        {team.name}
      </th>
      <td>{team.share === 0 ? t('value.no-ratio') : format.percent(team.share)}</td>
      <td>
        {format.number(team.dealt)} <small>{t('teams.of', { fair })}</small>
      </td>
      <td>{format.number(team.waiting)}</td>
      <td>{format.number(team.in_work)}</td>
    </tr>
  );
}

function useShares(center_id: number | null) {
  const { user_role } = useSessionUser();
  return useQuery({
    ...callQuery('teamShares', { id: center_id ?? 0 }),
    enabled: center_id !== null && can(user_role, 'institution.shares') !== 'never',
    staleTime: 0,
  });
}

function SharesTable({ shares, team_id }: { shares: TeamShares; team_id: number | null }) {
  const { t } = useTranslation('institutions');
  const format = useFormat();
  const { teams, unshared, counted, counted_since: since } = shares;
  return (
    <>
      <Table aria-label={t('teams.title')}>
        <thead>
          <tr>
            <th scope="col">{t('type.team')}</th>
            <th scope="col">{t('teams.share')}</th>
            <th scope="col">{t('teams.dealt')}</th>
            <th scope="col">{t('teams.waiting')}</th>
            <th scope="col">{t('teams.in-work')}</th>
          </tr>
        </thead>
        <tbody>
          {teams.map((team) => (
            <TeamRow key={team.id} team={team} own={team.id === team_id} />
          ))}
          {unshared.waiting + unshared.in_work === 0 ? null : (
            <tr>
              <th scope="row">{t('teams.none')}</th>
              <td>–</td>
              <td>–</td>
              <td>{format.number(unshared.waiting)}</td>
              <td>{format.number(unshared.in_work)}</td>
            </tr>
          )}
        </tbody>
      </Table>
      <Note>
        {since === null
          ? t('teams.uncounted')
          : t('teams.counted', { count: counted, date: format.instant('date', since) })}
      </Note>
    </>
  );
}

export type TeamSharesProps = {
  center_id: number | null;
  /** The selected team, if any. */
  team_id?: number | null;
};

/** Shows the table alone, beside a ratio that is being edited. */
export function TeamSharesTable({ center_id, team_id = null }: TeamSharesProps) {
  const { data } = useShares(center_id);
  return data === undefined || data.teams.length === 0 ? null : (
    <SharesTable shares={data} team_id={team_id} />
  );
}

/** Shows the shares of the teams as a part of the preview; a center without teams has none. */
export function TeamSection({ center_id, team_id = null }: TeamSharesProps) {
  const { t } = useTranslation('institutions');
  const { data } = useShares(center_id);
  if (data === undefined || data.teams.length === 0) return null;
  return (
    <Section title={t('teams.title')}>
      <SharesTable shares={data} team_id={team_id} />
    </Section>
  );
}
