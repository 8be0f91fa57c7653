/** The scheme that is shown, and turning it over. The change is at once: no transition runs while it happens. */
import { useColorScheme } from '@mui/material/styles';
import type { Scheme } from './tokens.ts';

/** `base.css` stops transitions while the root carries this attribute. */
const switching = 'data-switching';

export function useScheme(): { scheme: Scheme; turn: () => void } {
  const { mode, setMode } = useColorScheme();
  const scheme = mode === 'dark' ? 'dark' : 'light';
  const turn = () => {
    const root = document.documentElement;
    root.setAttribute(switching, '');
    setMode(scheme === 'dark' ? 'light' : 'dark');
    requestAnimationFrame(() => requestAnimationFrame(() => root.removeAttribute(switching)));
  };
  return { scheme, turn };
}
