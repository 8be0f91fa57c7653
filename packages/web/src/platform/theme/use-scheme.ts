/**
 * Provides the current colour scheme, and the function that switches it. The change is immediate: no transition runs
 * during it.
 */
import { useColorScheme } from '@mui/material/styles';
import type { Scheme } from './tokens.ts';

/** `base.css` disables transitions while the root has this attribute. */
const switching = 'data-switching';

export function useScheme(): { scheme: Scheme; turn: () => void } {
  const { mode, systemMode, setMode } = useColorScheme();
  const scheme = (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light';
  const turn = () => {
    const root = document.documentElement;
    root.setAttribute(switching, '');
    setMode(scheme === 'dark' ? 'light' : 'dark');
    requestAnimationFrame(() => requestAnimationFrame(() => root.removeAttribute(switching)));
  };
  return { scheme, turn };
}
