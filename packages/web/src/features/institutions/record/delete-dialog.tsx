/**
 * Shows the dialog to delete an institution: what prevents it, with links, or the confirmation; below level 5 the user
 * is signed out afterwards.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Institution, InstitutionObstacles } from '@rhythmdesk/contract/institutions';
import { topLevel } from '@rhythmdesk/domain/people/roles';
import { TrashIcon } from '@phosphor-icons/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { SmallDialog } from '../../../ui/dialogs/small-dialog.tsx';
import { showFault } from '../../../ui/faults/show-fault.ts';

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto auto',
  gap: '4px 12px',
  margin: 0,
  padding: '8px 12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.main}`,
  '& dt': { color: theme.vars.palette.text.primary },
  '& dd': { margin: 0, textAlign: 'right', fontWeight: 600 },
}));

export type DeleteDialogProps = {
  record: Institution;
  onClose: () => void;
  onDeleted: (endsSession: boolean) => void;
};

function Obstacles({
  record,
  found,
  onFollow,
}: {
  record: Institution;
  found: InstitutionObstacles;
  onFollow: () => void;
}) {
  const { t } = useTranslation('institutions');
  const links = {
    users: { to: '/admin/user', search: { user_group_id: [record.id] } },
    open_cases: { to: '/admin', search: record.type === 'hospital' ? { hospital_id: [record.id] } : {} },
    groups: { to: '/admin/institution/list', search: { tech_center_id: [record.id] } },
  } as const;
  const kinds = ['users', 'open_cases', 'groups'] as const;
  return (
    <List>
      {kinds
        .filter((kind) => found[kind] > 0)
        .map((kind) => {
          const link = links[kind];
          return (
            <div key={kind} style={{ display: 'contents' }}>
              <dt>{t(`delete.${kind}`)}</dt>
              <dd>{found[kind]}</dd>
              <dd>
                <Link to={link.to} search={link.search} onClick={onFollow}>
                  {t('delete.show')}
                </Link>
              </dd>
            </div>
          );
        })}
    </List>
  );
}

function useDeleting({ record, onDeleted }: DeleteDialogProps) {
  const cache = useQueryClient();
  const { user_role } = useSessionUser();
  return useMutation({
    meta: { faults: 'in-place' },
    mutationFn: () => api.call('deleteInstitution', { id: record.id }),
    onSuccess: () => onDeleted(user_role.level < topLevel),
    onError: async (error) => {
      const isBlocked = error instanceof ApiError && error.status === 409;
      if (isBlocked) await cache.invalidateQueries({ queryKey: ['institutionObstacles', { id: record.id }] });
      else await showFault(error);
    },
  });
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { record, onClose } = props;
  const { t } = useTranslation('institutions');
  const { t: frame } = useTranslation('dialogs');
  const { user_role } = useSessionUser();
  const { data } = useQuery({ ...callQuery('institutionObstacles', { id: record.id }), staleTime: 0 });
  const { mutate, isPending } = useDeleting(props);
  const blocked = data !== undefined && data.users + data.open_cases + data.groups > 0;
  const why = t((data?.users ?? 0) > 0 ? 'delete.error' : 'delete.in-use');
  const signsOut = user_role.level < topLevel ? `\n${t('delete.session')}` : '';
  return (
    <SmallDialog
      title={t(blocked ? 'delete.blocked' : 'delete.title')}
      message={blocked ? why : `${t('delete.body', { name: record.name })}${signsOut}`}
      icon={<TrashIcon size={18} aria-hidden="true" />}
      destructive
      persistent={false}
      onDismiss={onClose}
      onSubmit={() => mutate()}
      actions={
        <>
          <Button size="large" onClick={onClose} autoFocus>
            {blocked ? t('close') : frame('cancel')}
          </Button>
          {blocked ? null : (
            <Button
              size="large"
              type="submit"
              variant="contained"
              color="error"
              disabled={isPending || data === undefined}
            >
              {t('delete')}
            </Button>
          )}
        </>
      }
    >
      {blocked ? <Obstacles record={record} found={data} onFollow={onClose} /> : null}
    </SmallDialog>
  );
}
