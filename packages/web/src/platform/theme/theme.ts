/**
 * Defines the product's theme: both schemes as CSS variables (`--rd-…`), light by default.
 *
 * Use `theme.vars.palette.*` (or palette paths in `sx`) so that a scheme change repaints without a render;
 * canvases read `tokens[scheme]` and repaint on `useScheme`.
 */
import { createTheme } from '@mui/material/styles';
import { controlOverrides, fieldOverrides } from './overrides-controls.ts';
import { floatingOverrides, gridOverrides, structureOverrides } from './overrides-surfaces.ts';
import { paletteOf } from './palette.ts';
import { typeScale } from './type-scale.ts';
import { ownName } from '../address/base-path.ts';

/** The key of local storage that holds the chosen scheme; `public/scheme.js` reads it before the first paint. */
export const schemeStorageKey = ownName('theme');

export const theme = createTheme({
  cssVariables: { cssVarPrefix: 'rd', colorSchemeSelector: 'data-theme' },
  defaultColorScheme: 'light',
  colorSchemes: { light: { palette: paletteOf('light') }, dark: { palette: paletteOf('dark') } },
  typography: typeScale,
  shape: { borderRadius: 6 },
  spacing: 4,
  breakpoints: { values: { xs: 0, sm: 600, md: 768, lg: 1200, xl: 1536 } },
  transitions: { duration: { shortest: 120, shorter: 120, short: 120, standard: 180 } },
  components: {
    ...controlOverrides,
    ...fieldOverrides,
    ...floatingOverrides,
    ...structureOverrides,
    ...gridOverrides,
  },
});
