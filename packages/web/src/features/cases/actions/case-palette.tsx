/** Adds palette sources about cases besides the cases themselves: the views of the list, and taking the next case. */
import { roles } from '@rhythmdesk/domain/people/roles';
import { HandGrabbingIcon, ListBulletsIcon } from '@phosphor-icons/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { addPaletteSource, type PaletteItem } from '../../../ui/palette/palette-sources.ts';
import { adminList, institutionList, worklist } from '../model/list-kinds.ts';
import { casePath } from '../model/list-trail.ts';
import { useKeyNamer } from '../../../ui/keys/key-names.ts';
import { actionKeys } from './action-keys.ts';
import { useTakeNext } from './take-next.tsx';

const holds = (text: string, query: string): boolean => text.toLowerCase().includes(query.toLowerCase());

function useLanding() {
  const { user_role } = useSessionUser();
  const { landing } = roles[user_role.role_key];
  const path = landing === '/upload' ? '/institution/list' : landing;
  const kind = path === '/' ? worklist : path === '/admin' ? adminList : institutionList;
  return { path, kind };
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
  const nextKey = useKeyNamer()(actionKeys['take-next'].keys[0], 'take-next');
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
      keyName: nextKey,
    };
    const items = takes ? [{ ...next, run: () => take.current?.() }, ...views] : views;
    return addPaletteSource({
      id: 'case-actions',
      kind: 'acts',
      title: t('palette.actions'),
      search: (query) => items.filter(({ title }) => holds(title, query)),
    });
  }, [t, list, i18n.language, kind, path, navigate, takes, nextKey]);
}

/** Renders nothing; it is mounted in the shell, so that the palette finds these items on any page. */
export function CasePalette() {
  useCaseActionSource();
  return null;
}
