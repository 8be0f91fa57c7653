/**
 * Provides the palette's sources that work on any page: cases, the pages of this role, and the shell's own actions.
 * Other server searches are in palette-records.tsx, one hook per kind; the settings are in palette-settings.tsx.
 */
import {
  BellIcon,
  FileXlsIcon,
  HeartbeatIcon,
  GaugeIcon,
  KeyboardIcon,
  ShieldCheckIcon,
  SignOutIcon,
  UserCircleIcon,
} from '@phosphor-icons/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { labelOf } from '@rhythmdesk/domain/case/status';
import { api } from '../../platform/client/api.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { applyingCommands, commands } from '../../ui/keys/commands.ts';
import { addPaletteSource, matching, type PaletteItem } from '../../ui/palette/palette-sources.ts';
import { railEntries, topEntries } from './nav-entries.ts';
import { NavIcon } from './nav-icons.tsx';
import { openKeys, openProfile, overlayKeys } from './overlays.ts';
import { usePaletteRecords } from './palette-records.tsx';
import { useSettingSource } from './palette-settings.tsx';
import { builtPaths } from './rail.tsx';
import { useThemeTurn } from './theme-switch.tsx';
import { useLeave } from './use-leave.ts';

function useCaseSource(): void {
  const { t, i18n } = useTranslation('shell');
  const { t: word } = useTranslation('words');
  const navigate = useNavigate();
  useEffect(
    () =>
      addPaletteSource({
        id: 'cases',
        kind: 'records',
        title: t('palette.cases'),
        async search(query, signal) {
          if (query === '' || !builtPaths.has('/detail/{case_id}')) return [];
          const { items, more, days } = await api.call('findCases', { q: query }, { signal });
          const cases = items.map((found) => ({
            id: `case-${found.case_id}`,
            title: personName(found.patient_first_name, found.patient_last_name) || found.hn_id,
            note: [found.hn_id, found.hospital.name, word(`status.${labelOf(found)}`)].join(' · '),
            icon: <HeartbeatIcon size={16} aria-hidden="true" />,
            run: () => void navigate({ to: `/detail/${found.case_id}` }),
          }));
          return { items: cases, more, note: days === null ? undefined : t('palette.cases.days', { days }) };
        },
      }),
    [t, word, i18n.language, navigate],
  );
}

function usePageSource(): void {
  const { t } = useTranslation('shell');
  const { role_key } = useSessionUser().user_role;
  const navigate = useNavigate();
  useEffect(() => {
    const entries = [...railEntries(role_key, builtPaths), ...topEntries(role_key, builtPaths)];
    const items: PaletteItem[] = entries.map(({ name, path }) => ({
      id: `page-${name}`,
      title: t(`nav.${name}`),
      icon: <NavIcon name={name} active={false} />,
      run: () => void navigate({ to: path }),
    }));
    const own = [
      { path: '/account', title: t('account.security'), Icon: ShieldCheckIcon },
      { path: '/notifications', title: t('notifications.all'), Icon: BellIcon },
      { path: '/exports', title: t('account.exports'), Icon: FileXlsIcon },
      { path: '/accuracy', title: t('nav.accuracy'), Icon: GaugeIcon },
    ] as const;
    for (const { path, title, Icon } of own) {
      if (!hasPage(role_key, path)) continue;
      items.push({
        id: `page-${path.slice(1)}`,
        title,
        icon: <Icon size={16} aria-hidden="true" />,
        run: () => void navigate({ to: path }),
      });
    }
    return addPaletteSource({
      id: 'pages',
      kind: 'places',
      title: t('palette.pages'),
      search: (query) => matching(items, query),
    });
  }, [t, role_key, navigate]);
}

function useActionSource(): void {
  const leave = useLeave();
  const { t } = useTranslation('shell');
  const { t: key } = useTranslation('keys');
  const theme = useThemeTurn(16);
  useEffect(() => {
    const items: PaletteItem[] = [
      { id: 'theme', title: theme.name, icon: theme.icon, run: theme.turn },
      {
        id: 'profile',
        title: t('account.edit'),
        icon: <UserCircleIcon size={16} aria-hidden="true" />,
        run: openProfile,
      },
      {
        id: 'keys',
        title: key('help'),
        icon: <KeyboardIcon size={16} aria-hidden="true" />,
        keyName: overlayKeys.help,
        run: openKeys,
      },
      {
        id: 'logout',
        title: t('account.logout'),
        icon: <SignOutIcon size={16} aria-hidden="true" />,
        run: () => void leave(),
      },
    ];
    return addPaletteSource({
      id: 'actions',
      kind: 'acts',
      title: t('palette.actions'),
      search: (query) => matching(items, query),
    });
  }, [t, key, theme, leave]);
}

/** Commands that other sources find already, or that only move through a list. */
const foundElsewhere = /^(?:list-|palette$|help$|next-step$|return-case$|take-next$|show-report$|leave$)/;

/** Returns the commands of the open page that apply now, each with its key. */
function useCommandSource(): void {
  const { t } = useTranslation('keys');
  useEffect(() => {
    const items = (): PaletteItem[] =>
      applyingCommands(commands.all())
        .filter(
          ({ id, unlisted, when }) => unlisted !== true && !foundElsewhere.test(id) && when?.() !== false,
        )
        .map(({ id, title, own: [keyName = ''], run }) => ({ id: `command-${id}`, title, keyName, run }));
    return addPaletteSource({
      id: 'commands',
      kind: 'acts',
      title: t('group.page'),
      search: (query) => (query === '' ? [] : matching(items(), query)),
    });
  }, [t]);
}

export function useShellPalette(): void {
  useCaseSource();
  usePaletteRecords();
  usePageSource();
  useSettingSource();
  useActionSource();
  useCommandSource();
}
