/** What the command palette finds about cases beside the cases themselves: hospitals, saved views, the next case. */
import { can } from '@rhythmdesk/domain/people/can';
import { roles } from '@rhythmdesk/domain/people/roles';
import { BuildingsIcon, HandGrabbingIcon, ListBulletsIcon } from '@phosphor-icons/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { addPaletteSource, type PaletteItem } from '../../../ui/palette/palette-sources.ts';
import { adminList, institutionList, worklist } from '../model/list-kinds.ts';
import { casePath } from '../model/list-trail.ts';
import { useTakeNext } from './take-next.tsx';

const shownHospitals = 8;
const holds = (text: string, query: string): boolean => text.toLowerCase().includes(query.toLowerCase());

function useLanding() {
  const { user_role } = useSessionUser();
  const { landing } = roles[user_role.role_key];
  const path = landing === '/upload' ? '/institution/list' : landing;
  const kind = path === '/' ? worklist : path === '/admin' ? adminList : institutionList;
  return { user_role, path, kind };
}

function useHospitalSource(): void {
  const { t } = useTranslation('actions');
  const { user_role, path } = useLanding();
  const navigate = useNavigate();
  useEffect(() => {
    if (can(user_role, 'institution.read') === 'never') return undefined;
    const name = path === '/institution/list' ? 'institution' : 'hospital_id';
    return addPaletteSource({
      id: 'hospitals',
      title: t('palette.hospitals'),
      async search(query, signal) {
        if (query === '') return [];
        const { items } = await api.call('facilities', { type: ['hospital'] }, { signal });
        const found = items.filter((item) => holds(item.name, query)).slice(0, shownHospitals);
        return found.map((hospital) => ({
          id: `hospital-${String(hospital.id)}`,
          title: hospital.name,
          icon: <BuildingsIcon size={16} aria-hidden="true" />,
          run: () => void navigate({ to: path, search: { [name]: String(hospital.id) } }),
        }));
      },
    });
  }, [t, user_role, path, navigate]);
}

function useCaseActionSource(): void {
  const { t, i18n } = useTranslation('actions');
  const { t: list } = useTranslation('case-list');
  const { path, kind } = useLanding();
  const navigate = useNavigate();
  const takeNext = useTakeNext((case_id) => void navigate({ to: casePath(case_id) }));
  const take = useRef(takeNext?.take);
  useEffect(() => {
    take.current = takeNext?.take;
  });
  const takes = takeNext !== null;
  useEffect(() => {
    const views = kind.views.map((view): PaletteItem => ({
      id: `view-${view}`,
      title: t('palette.view', { view: list(`view.${view}`) }),
      icon: <ListBulletsIcon size={16} aria-hidden="true" />,
      run: () => void navigate({ to: path, search: view === 'all' ? {} : { view } }),
    }));
    const next = {
      id: 'take-next',
      title: t('next'),
      icon: <HandGrabbingIcon size={16} aria-hidden="true" />,
      keyName: 'N',
    };
    const items = takes ? [{ ...next, run: () => take.current?.() }, ...views] : views;
    return addPaletteSource({
      id: 'case-actions',
      title: t('palette.actions'),
      search: (query) => items.filter(({ title }) => holds(title, query)),
    });
  }, [t, list, i18n.language, kind, path, navigate, takes]);
}

/** Draws nothing; stands in the shell, so that the palette finds these from any page. */
export function CasePalette() {
  useHospitalSource();
  useCaseActionSource();
  return null;
}
