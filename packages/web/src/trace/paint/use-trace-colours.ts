/**
 * Provides the colours of the current scheme and the page's font for canvases. The values change only when the theme
 * changes.
 */
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

/** Returns the page's fonts. Their order depends on the language; an element in that language has the right order. */
function pageFont(language: string): string {
  const element = document.querySelector(`:lang(${language})`) ?? document.body;
  const font = getComputedStyle(element).fontFamily;
  return font === '' ? 'sans-serif' : font;
}
