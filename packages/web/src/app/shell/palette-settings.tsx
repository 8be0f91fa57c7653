/**
 * Provides the settings that the palette finds: the parts of the account page and the languages. They appear only after
 * typing.
 */
import {
  BellRingingIcon,
  DevicesIcon,
  ListBulletsIcon,
  ShieldCheckIcon,
  TranslateIcon,
} from '@phosphor-icons/react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { languageNames } from '../../platform/texts/languages.ts';
import { selectLanguage } from '../../platform/texts/texts.ts';
import { type AccountPart, accountPart } from '../../platform/address/account-parts.ts';
import { addPaletteSource, matching, type PaletteItem } from '../../ui/palette/palette-sources.ts';
import { useNewest } from '../../ui/use-newest.ts';
import { useSite } from '../site.ts';

function useAccountParts(): (name: AccountPart, title: string, note: string, icon: ReactNode) => PaletteItem {
  const navigate = useNavigate();
  return (name, title, note, icon) => ({
    id: `setting-${name}`,
    title,
    note,
    icon,
    run: () => void navigate({ to: '/account', hash: accountPart(name) }),
  });
}

function useSettings(): readonly PaletteItem[] {
  const { t } = useTranslation('shell');
  const { t: account } = useTranslation('account');
  const { t: notificationText } = useTranslation('notification-settings');
  const { t: activities } = useTranslation('activities');
  const { id } = useSessionUser();
  const navigate = useNavigate();
  const part = useAccountParts();
  const page = account('title');
  const languages = useSite().languages_offered.map((language): PaletteItem => {
    const { name } = languageNames[language];
    return {
      id: `language-${language}`,
      title: t('palette.language', { name }),
      icon: <TranslateIcon size={16} aria-hidden="true" />,
      run: () => void selectLanguage(language),
    };
  });
  return [
    part('steps', account('steps'), page, <ShieldCheckIcon size={16} aria-hidden="true" />),
    part('sessions', account('sessions'), page, <DevicesIcon size={16} aria-hidden="true" />),
    part('notifications', notificationText('title'), page, <BellRingingIcon size={16} aria-hidden="true" />),
    {
      id: 'setting-activities',
      title: activities('title'),
      icon: <ListBulletsIcon size={16} aria-hidden="true" />,
      run: () => void navigate({ to: `/activities/${String(id)}` }),
    },
    ...languages,
  ];
}

export function useSettingSource(): void {
  const { t } = useTranslation('shell');
  const items = useSettings();
  const newest = useNewest(() => items);
  useEffect(
    () =>
      addPaletteSource({
        id: 'settings',
        kind: 'places',
        title: t('palette.settings'),
        search: (query) => (query === '' ? [] : matching(newest(), query)),
      }),
    [t, newest],
  );
}
