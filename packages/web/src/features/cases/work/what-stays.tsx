/** Lists the cases that a proposal does not assign: how many, and why. */
import { styled } from '@mui/material/styles';
import { WarningIcon } from '@phosphor-icons/react';
import type { ShareOut } from '@rhythmdesk/contract/work';
import { useTranslation } from 'react-i18next';

const Staying = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '&:not(:empty)': { marginTop: 12 },
  '& p': { margin: 0 },
  '& p + p': { marginTop: 4 },
  '& .hint': { color: theme.vars.palette.text.secondary },
  '& .full': {
    display: 'flex',
    gap: 10,
    padding: '10px 12px',
    borderRadius: 8,
    backgroundColor: theme.vars.palette.warning.tint,
  },
  '& .full > svg': { flex: 'none', marginTop: 1, color: theme.vars.palette.warning.main },
}));

export const stays = ({ full, team_full }: ShareOut): boolean => full + team_full > 0;

/** Shows how many cases keep waiting, why, and what could be done about it. */
export function WhatStays({ proposal }: { proposal: ShareOut }) {
  const { t } = useTranslation('work');
  const { full, team_full, later } = proposal;
  return (
    <Staying>
      {stays(proposal) ? (
        <div className="full">
          <WarningIcon size={18} aria-hidden="true" />
          <div>
            {full === 0 ? null : <p>{t('share.full', { count: full })}</p>}
            {team_full === 0 ? null : <p>{t('share.team_full', { count: team_full })}</p>}
            <p className="hint">{t('share.places')}</p>
          </div>
        </div>
      ) : null}
      {later === 0 ? null : <p className="hint">{t('share.later', { count: later })}</p>}
    </Staying>
  );
}
