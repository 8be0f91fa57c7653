/** Switches between the light and the dark theme with one click; the choice is stored in this browser. */
import { MoonIcon, SunIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useScheme } from '../../platform/theme/use-scheme.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Returns the label and icon of switching the theme. */
export function useThemeTurn(size: number) {
  const { t } = useTranslation('shell');
  const { scheme, turn } = useScheme();
  const dark = scheme === 'dark';
  const name = t(dark ? 'theme.to-light' : 'theme.to-dark');
  const icon = dark ? (
    <SunIcon size={size} aria-hidden="true" />
  ) : (
    <MoonIcon size={size} aria-hidden="true" />
  );
  return { name, icon, turn };
}

export function ThemeSwitch() {
  const { name, icon, turn } = useThemeTurn(18);
  return (
    <IconButton name={name} onClick={turn}>
      {icon}
    </IconButton>
  );
}
