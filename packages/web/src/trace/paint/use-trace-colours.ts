/** The colours of the scheme in force and the page's font, for canvases; new values only when the theme changes. */
import { useColorScheme } from '@mui/material/styles';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { traceColours } from './trace-colours.ts';
import type { TraceColours } from './trace-colours.ts';

export function useTraceColours(): TraceColours {
  const { mode, systemMode } = useColorScheme();
  const { i18n } = useTranslation();
  const dark = mode === 'system' ? systemMode === 'dark' : mode === 'dark';
  const { language } = i18n;
  return useMemo(() => traceColours(dark ? 'dark' : 'light', pageFont(language)), [dark, language]);
}

/** The order of the fonts follows the language; an element that is in it already knows the order. */
function pageFont(language: string): string {
  const element = document.querySelector(`:lang(${language})`) ?? document.body;
  const font = getComputedStyle(element).fontFamily;
  return font === '' ? 'sans-serif' : font;
}
