/** Lists the links to a report that were made for its patient, makes another one and revokes them. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import type { HealthLink, MadeHealthLink } from '@rhythmdesk/contract/health-links';
import { healthLinkDays } from '@rhythmdesk/domain/report/health-links';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { MadeLink } from './made-health-link.tsx';

const Note = styled('p')(({ theme }) => ({ margin: '0 0 16px', color: theme.vars.palette.text.secondary }));
const Making = styled('div')({ display: 'flex', alignItems: 'flex-end', gap: 12, maxWidth: 360 });
const Lines = styled('ul')(({ theme }) => ({
  margin: '20px 0 0',
  padding: 0,
  listStyle: 'none',
  '&:empty': { display: 'none' },
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '10px 0',
    borderTop: `1px solid ${theme.vars.palette.line.main}`,
  },
  '& .about': { flex: 1, minWidth: 200, fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));

const tones = { open: 'success', expired: 'neutral', revoked: 'neutral', guessed: 'warning' } as const;

function useAbout({ created_by, created_at, expires_at, opened_count, opened_at }: HealthLink): string {
  const { t } = useTranslation('health-links');
  const format = useFormat();
  return [
    t('made', { name: created_by, date: format.instant('date', created_at) }),
    t('until', { date: format.instant('date', expires_at) }),
    opened_at === null
      ? t('never-opened')
      : t('opened', { count: opened_count, at: format.instant('dateTime', opened_at) }),
  ].join(' · ');
}

type LineProps = { readonly link: HealthLink; readonly busy: boolean; readonly onRevoke: () => void };

function Line({ link, busy, onRevoke }: LineProps) {
  const { t } = useTranslation('health-links');
  const format = useFormat();
  const about = useAbout(link);
  return (
    <li>
      <Tag tone={tones[link.state]}>{t(`state.${link.state}`)}</Tag>
      <span className="about">{about}</span>
      {link.state === 'open' ? (
        <Button
          size="small"
          disabled={busy}
          aria-label={t('revoke-name', { date: format.instant('dateTime', link.created_at) })}
          onClick={onRevoke}
        >
          {t('revoke')}
        </Button>
      ) : null}
    </li>
  );
}

function useRevoke(case_id: number) {
  const { t } = useTranslation('health-links');
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (health_link_id: number) => api.call('revokeHealthLink', { case_id, health_link_id }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['healthLinks', { case_id }] }),
    onError: (error) => showFault(error),
  });
  const ask = async (health_link_id: number): Promise<void> => {
    const isMeant = await dialogs.confirm({
      title: t('revoke.title'),
      message: t('revoke.message'),
      confirmText: t('revoke'),
      destructive: true,
    });
    if (isMeant) mutate(health_link_id);
  };
  return { ask, isPending };
}

function useMaking(case_id: number, onMade: (made: MadeHealthLink) => void) {
  const cache = useQueryClient();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: (days: (typeof healthLinkDays)[number]) =>
      api.call('createHealthLink', { case_id, days, origin: location.origin }),
    onSuccess: onMade,
    onSettled: () => cache.invalidateQueries({ queryKey: ['healthLinks', { case_id }] }),
    onError: (error) => showFault(error),
  });
}

function Links({ case_id, onMade }: { case_id: number; onMade: (made: MadeHealthLink) => void }) {
  const { t } = useTranslation('health-links');
  const { data, error, refetch } = useQuery(callQuery('healthLinks', { case_id }));
  const [days, setDays] = useState<(typeof healthLinkDays)[number]>(30);
  const making = useMaking(case_id, onMade);
  const { ask, isPending } = useRevoke(case_id);
  return (
    <>
      <Note>{t('about')}</Note>
      <Making>
        <SelectField
          label={t('days')}
          value={String(days)}
          onChange={(chosen) => setDays(healthLinkDays.find((each) => String(each) === chosen) ?? 30)}
        >
          {healthLinkDays.map((count) => (
            <MenuItem key={count} value={String(count)}>
              {t('days-count', { count })}
            </MenuItem>
          ))}
        </SelectField>
        <Button
          variant="contained"
          sx={{ flex: 'none' }}
          disabled={making.isPending}
          onClick={() => making.mutate(days)}
        >
          {t('create')}
        </Button>
      </Making>
      {error === null || data !== undefined ? null : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 ? <Note sx={{ margin: '20px 0 0' }}>{t('none')}</Note> : null}
      <Lines>
        {(data?.items ?? []).map((link) => (
          <Line
            key={link.health_link_id}
            link={link}
            busy={isPending}
            onRevoke={() => void ask(link.health_link_id)}
          />
        ))}
      </Lines>
    </>
  );
}

export function HealthLinksDialog({ case_id, onClose }: { case_id: number; onClose: () => void }) {
  const { t } = useTranslation('health-links');
  const { t: frame } = useTranslation('dialogs');
  const id = useId();
  const [made, setMade] = useState<MadeHealthLink | null>(null);
  return (
    <Dialog open onClose={made === null ? onClose : undefined} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t(made === null ? 'title' : 'made.title')}</DialogTitle>
      <DialogContent>
        {made === null ? <Links case_id={case_id} onMade={setMade} /> : <MadeLink made={made} />}
      </DialogContent>
      <DialogActions>
        {made === null ? (
          <Button onClick={onClose}>{frame('close')}</Button>
        ) : (
          <Button variant="contained" onClick={() => setMade(null)}>
            {t('done')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
