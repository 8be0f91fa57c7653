/** Shows the current user beside the list: their facts, their sessions, the possible actions. */
import Button from '@mui/material/Button';
import type { User, UserRow } from '@rhythmdesk/contract/users';
import { CheckIcon, DotsThreeIcon, PencilSimpleIcon } from '@phosphor-icons/react';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { listKeys } from '../../../ui/list/list-keys.ts';
import { PreviewFrame } from '../../../ui/list/preview-frame.tsx';
import {
  FactGrid,
  PreviewActs,
  PreviewHead,
  PreviewName,
  PreviewPlaceLine,
  PreviewWaiting,
} from '../../../ui/list/preview-parts.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LastSignIn } from '../model/last-sign-in.tsx';
import { RoleBadge } from '../model/role-badge.tsx';
import { UserFlagMark } from '../model/user-flag.tsx';
import { useDecision } from './use-decision.ts';
import { UserSessions } from './user-sessions.tsx';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { Section } from '../../../ui/panel.tsx';
import { ActivityRows } from '../activities/activity-rows.tsx';

const latest = 8;
const AllLink = styled(Link)(({ theme }) => ({ color: theme.vars.palette.primary.main }));

/** Shows the latest activities of a user beside the list, with a link to all of them. */
function UserActivities({ id }: { id: number }) {
  const { t } = useTranslation('activities');
  const { data } = useQuery(callQuery('activities', { user_id: id, size: latest }));
  if (data === undefined) return null;
  const all = <AllLink to={`/activities/${String(id)}`}>{t('all', { count: data.total })}</AllLink>;
  return (
    <Section title={t('title')} note={all}>
      {data.items.length === 0 ? t('empty') : <ActivityRows items={data.items} />}
    </Section>
  );
}

export type UserPreviewProps = {
  row: UserRow;
  onEdit: () => void;
  onMenu: (row: UserRow, anchor: HTMLElement) => void;
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
};

type Fact = readonly [label: string, value: React.ReactNode];

function useFacts(): (user: User) => readonly Fact[] {
  const { t } = useTranslation('users');
  const format = useFormat();
  return (user) => {
    const { created_by, open_cases, analysis_ratio, password_changed_at, department } = user;
    const created = format.instant('date', user.created_at);
    const facts: readonly (Fact | null)[] = [
      department === '' ? null : [t('field.department'), department],
      analysis_ratio === null ? null : [t('fact.team'), t('fact.ratio', { value: analysis_ratio })],
      [t('field.email'), user.email === '' || user.email === null ? t('value.none') : user.email],
      [t('field.phone_number'), user.phone_number === '' ? t('value.none') : user.phone_number],
      [
        t('fact.created'),
        created_by === null ? created : t('fact.created-by', { date: created, name: created_by.name }),
      ],
      [t('fact.updated'), format.instant('date', user.updated_at)],
      [t('column.last_sign_in_at'), <LastSignIn key="last" user={user} />],
      [
        t('field.password'),
        user.flag === 'one-time'
          ? t('value.one-time')
          : password_changed_at === null
            ? t('value.password-unknown')
            : t('value.password', { date: format.instant('date', password_changed_at) }),
      ],
      open_cases === null
        ? null
        : [t('fact.open_cases'), t('fact.open', { count: open_cases.total, due: open_cases.due_today })],
      user.description === '' ? null : [t('field.description'), user.description],
    ];
    return facts.filter((fact) => fact !== null);
  };
}

function Facts({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const factsOf = useFacts();
  return (
    <Section title={t('facts')}>
      <FactGrid>
        {factsOf(user).map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd lang={typeof value === 'string' ? nameLanguage(value) : undefined}>{value}</dd>
          </div>
        ))}
      </FactGrid>
    </Section>
  );
}

/** The next action is first: a waiting user is approved. */
function Acts({ row, onEdit, onMenu }: Pick<UserPreviewProps, 'row' | 'onEdit' | 'onMenu'>) {
  const { t } = useTranslation('users');
  const { t: people } = useTranslation('people');
  const { approve, refuse, deciding } = useDecision();
  return (
    <PreviewActs>
      {row.flag === 'waiting' ? (
        <>
          <Button
            size="small"
            variant="contained"
            color="primary"
            startIcon={<CheckIcon size={16} aria-hidden="true" />}
            disabled={deciding}
            onClick={() => approve(row.id)}
          >
            {people('approve')}
          </Button>
          <Button size="small" disabled={deciding} onClick={() => refuse(row)}>
            {people('refuse')}
          </Button>
        </>
      ) : (
        <Button size="small" startIcon={<PencilSimpleIcon size={16} aria-hidden="true" />} onClick={onEdit}>
          {t('menu.edit')}
          <KeyCap name={listKeys['list-edit'].keys[0]} command="list-edit" />
        </Button>
      )}
      <IconButton
        name={t('menu', { name: row.name })}
        aria-haspopup="menu"
        onClick={(event) => onMenu(row, event.currentTarget)}
      >
        <DotsThreeIcon size={18} weight="bold" aria-hidden="true" />
      </IconButton>
    </PreviewActs>
  );
}

export function UserPreview({ row, onEdit, onMenu, onStep, onClose }: UserPreviewProps) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useQuery(callQuery('user', { id: row.id }));
  return (
    <PreviewFrame
      head={<span className="id">{row.user_id}</span>}
      previousName={t('preview.previous')}
      nextName={t('preview.next')}
      onStep={onStep}
      onClose={onClose}
    >
      <PreviewHead>
        <PreviewName lang={nameLanguage(row.name)}>
          <Avatar person={row} size={28} />
          {row.name}
        </PreviewName>
        <PreviewPlaceLine lang={nameLanguage(row.user_group.name)}>{row.user_group.name}</PreviewPlaceLine>
        <PreviewActs style={{ marginBottom: 10 }}>
          <RoleBadge role_key={row.user_role.role_key} />
          <UserFlagMark user={row} />
        </PreviewActs>
        <Acts row={row} onEdit={onEdit} onMenu={onMenu} />
      </PreviewHead>
      {data ? (
        <>
          <Facts user={data} />
          <UserActivities id={data.id} />
          {data.editable.includes('password') && data.flag !== 'waiting' ? (
            <UserSessions user={data} />
          ) : null}
        </>
      ) : error ? (
        <ErrorState error={error} about="user" onRetry={() => void refetch()} />
      ) : (
        <PreviewWaiting />
      )}
    </PreviewFrame>
  );
}
