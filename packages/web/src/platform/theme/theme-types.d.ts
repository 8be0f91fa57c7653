/** Declares the names that the specification and the visual system add to the theme's palette and type scale. */
import '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import type {} from '@mui/x-data-grid/themeAugmentation';
import type { Tokens } from './tokens.ts';

type Swatch = { main: string; dark: string; tint: string; contrastText: string };
type Ground = { main: string; contrastText: string };

interface ProductPalette {
  surface: Tokens['surface'];
  line: Tokens['line'];
  row: Tokens['row'];
  status: Tokens['status'];
  beat: Tokens['beat'];
  ecg: Tokens['ecg'];
  shadow: Tokens['shadow'];
  card: string;
  gray: string;
  focus: string;
  scrim: string;
  login: Ground;
  footer: Ground;
}

declare module '@mui/material/styles' {
  interface PaletteColor {
    tint: string;
  }
  interface SimplePaletteColorOptions {
    tint?: string;
  }
  interface Palette extends ProductPalette {
    accent: PaletteColor;
    keycolor: PaletteColor;
    'blue-button': PaletteColor;
  }
  interface PaletteOptions extends Partial<ProductPalette> {
    accent?: Swatch;
    keycolor?: Swatch;
    'blue-button'?: Swatch;
  }
  interface TypographyVariants {
    micro: React.CSSProperties;
    mono: React.CSSProperties;
  }
  interface TypographyVariantsOptions {
    micro?: React.CSSProperties;
    mono?: React.CSSProperties;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    micro: true;
    mono: true;
    h4: false;
    h5: false;
    h6: false;
    subtitle1: false;
    overline: false;
    button: false;
  }
}

declare module '@mui/material/Button' {
  interface ButtonPropsColorOverrides {
    'blue-button': true;
    accent: true;
  }
}
