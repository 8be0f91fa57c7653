/**
 * Provides the palette's server searches beside cases: people, institutions and their cases, notices, saved views,
 * exports. Each kind is one request, limited to what the caller may list; a new kind is one more hook.
 */
import { can } from '@rhythmdesk/domain/people/can';
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { roles, readerRoles } from '@rhythmdesk/domain/people/roles';
import {
  BookmarkSimpleIcon,
  BuildingsIcon,
  HeartbeatIcon,
  MegaphoneIcon,
  TableIcon,
  UserIcon,
} from '@phosphor-icons/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/client/api.ts';
import { changeToView } from '../../features/cases/model/saved-view.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import {
  addPaletteSource,
  matching,
  type PaletteFound,
  type PaletteItem,
} from '../../ui/palette/palette-sources.ts';

const shown = 6;

const firstOf = (items: readonly PaletteItem[]): PaletteFound => ({
  items: items.slice(0, shown),
  more: items.length > shown,
});

/** Longest text that the search of a list accepts. */
const longestSearch = 80;

/** Administrators open a person in the list of users; readers open the cases of a colleague. */
function usePeopleSource(): void {
  const { t, i18n } = useTranslation('shell');
  const { t: word } = useTranslation('words');
  const { user_role } = useSessionUser();
  const navigate = useNavigate();
  useEffect(() => {
    const administers = hasPage(user_role.role_key, '/admin/user');
    const reads = hasPage(user_role.role_key, '/');
    if (can(user_role, 'user.list') === 'never' || (!administers && !reads)) return undefined;
    const staff = administers ? {} : { role_key: [...readerRoles] };
    return addPaletteSource({
      id: 'users',
      kind: 'records',
      title: t('palette.users'),
      async search(query, signal) {
        if (query === '') return [];
        const params = { q: query, ...staff, sort: 'name' as const, size: shown };
        const { items, total } = await api.call('users', params, { signal });
        const people = items.map(({ id, user_id, name, user_role: { role_key }, user_group }) => ({
          id: `user-${String(id)}`,
          title: administers ? name : t('palette.cases-of', { name }),
          note: [word(`role.${role_key}`), user_group.name].join(' · '),
          icon: <UserIcon size={16} aria-hidden="true" />,
          run: () =>
            void (administers
              ? navigate({ to: '/admin/user', search: { q: user_id } })
              : navigate({ to: '/', search: { technician_id: String(id) } })),
        }));
        return { items: people, more: total > items.length };
      },
    });
  }, [t, word, i18n.language, user_role, navigate]);
}

/** Finds a hospital's cases, and for administrators each institution's own row: one request serves both. */
function useInstitutionSource(): void {
  const { t } = useTranslation('shell');
  const { t: kind, i18n } = useTranslation('institutions');
  const { user_role } = useSessionUser();
  const navigate = useNavigate();
  useEffect(() => {
    if (can(user_role, 'institution.read') === 'never') return undefined;
    const administers = hasPage(user_role.role_key, '/admin/institution/list');
    const { landing } = roles[user_role.role_key];
    const list = landing === '/upload' ? '/institution/list' : landing;
    const filter = list === '/institution/list' ? 'institution' : 'hospital_id';
    return addPaletteSource({
      id: 'institutions',
      kind: 'records',
      title: t('palette.institutions'),
      async search(query, signal) {
        if (query === '') return [];
        const types = administers ? {} : { type: ['hospital' as const] };
        const { items, total } = await api.call(
          'userGroups',
          { q: query, ...types, size: shown },
          { signal },
        );
        const groups = items.flatMap(({ id, name, type }) => {
          const cases = {
            id: `hospital-${String(id)}`,
            title: t('palette.cases-of', { name }),
            icon: <HeartbeatIcon size={16} aria-hidden="true" />,
            run: () => void navigate({ to: list, search: { [filter]: String(id) } }),
          };
          const own = {
            id: `institution-${String(id)}`,
            title: name,
            note: kind(`type.${type}`),
            icon: <BuildingsIcon size={16} aria-hidden="true" />,
            run: () =>
              void navigate({ to: '/admin/institution/list', search: { q: name.slice(0, longestSearch) } }),
          };
          return [...(administers ? [own] : []), ...(type === 'hospital' ? [cases] : [])];
        });
        return { items: groups, more: total > items.length };
      },
    });
  }, [t, kind, i18n.language, user_role, navigate]);
}

/** Users who write notices find all of theirs, including drafts; other users find the notices shown now. */
function useNoticeSource(): void {
  const { t, i18n } = useTranslation('shell');
  const { user_role } = useSessionUser();
  const navigate = useNavigate();
  useEffect(() => {
    const writes = can(user_role, 'notice.write') !== 'never';
    return addPaletteSource({
      id: 'notices',
      kind: 'records',
      title: t('palette.notices'),
      async search(query, signal) {
        if (query === '') return [];
        const { items } = writes
          ? await api.call('writtenNotices', { q: query, size: shown + 1 }, { signal })
          : await api.call('notices', { q: query }, { signal });
        return firstOf(
          items.map(({ id, title }) => ({
            id: `notice-${String(id)}`,
            title,
            icon: <MegaphoneIcon size={16} aria-hidden="true" />,
            run: () => void navigate({ to: '/notice', search: { notice: String(id) } }),
          })),
        );
      },
    });
  }, [t, i18n.language, user_role, navigate]);
}

const listPaths = { worklist: '/', admin_cases: '/admin', institution_cases: '/institution/list' } as const;

/** Finds the user's own views of the case lists, and views that others share. */
function useSavedViewSource(): void {
  const { t, i18n } = useTranslation('shell');
  const { t: views } = useTranslation('saved-views');
  const { user_role } = useSessionUser();
  const navigate = useNavigate();
  useEffect(() => {
    if (can(user_role, 'case.read') === 'never') return undefined;
    return addPaletteSource({
      id: 'saved-views',
      kind: 'records',
      title: t('palette.views'),
      async search(query, signal) {
        if (query === '') return [];
        const { items } = await api.call('savedViews', {}, { signal });
        const opening = items.map(({ id, name, list, search, shared_by }) => ({
          id: `view-${String(id)}`,
          title: name,
          ...(shared_by === null ? {} : { note: views('shared-by', { name: shared_by.name }) }),
          icon: <BookmarkSimpleIcon size={16} aria-hidden="true" />,
          run: () => void navigate({ to: listPaths[list], search: changeToView(search) }),
        }));
        return firstOf(matching(opening, query));
      },
    });
  }, [t, views, i18n.language, user_role, navigate]);
}

/** Finds the user's own finished spreadsheets that are not deleted yet. */
function useExportSource(): void {
  const { t, i18n } = useTranslation('shell');
  const format = useFormat();
  const navigate = useNavigate();
  useEffect(() => {
    return addPaletteSource({
      id: 'exports',
      kind: 'records',
      title: t('palette.exports'),
      async search(query, signal) {
        if (query === '') return [];
        const { items } = await api.call('exports', {}, { signal });
        const opening = items.map(({ export_id, filename, created_at }) => ({
          id: `export-${String(export_id)}`,
          title: filename,
          note: format.relative(created_at, Date.now()),
          icon: <TableIcon size={16} aria-hidden="true" />,
          run: () => void navigate({ to: '/exports' }),
        }));
        return firstOf(matching(opening, query));
      },
    });
  }, [t, i18n.language, format, navigate]);
}

export function usePaletteRecords(): void {
  usePeopleSource();
  useInstitutionSource();
  useNoticeSource();
  useSavedViewSource();
  useExportSource();
}
