/** Converts the tokens of one scheme to the palette of the theme. */
import type { PaletteOptions } from '@mui/material/styles';
import { type Scheme, tokens } from './tokens.ts';

type Hue = { main: string; hover: string; tint: string; on: string };

const swatch = (hue: Hue) => ({
  main: hue.main,
  dark: hue.hover,
  light: hue.main,
  tint: hue.tint,
  contrastText: hue.on,
});
const ground = (colour: { main: string; on: string }) => ({ main: colour.main, contrastText: colour.on });

export function paletteOf(scheme: Scheme): PaletteOptions {
  const t = tokens[scheme];
  return {
    primary: swatch(t.primary),
    secondary: swatch(t.secondary),
    error: swatch(t.error),
    warning: swatch(t.warning),
    success: swatch(t.success),
    info: swatch(t.blue),
    accent: swatch(t.accent),
    keycolor: swatch(t.primary),
    'blue-button': swatch(t.blue),
    card: t.card,
    gray: t.gray,
    focus: t.focus,
    scrim: t.scrim,
    login: ground(t.login),
    footer: ground(t.footer),
    surface: t.surface,
    line: t.line,
    row: t.row,
    status: t.status,
    beat: t.beat,
    ecg: t.ecg,
    shadow: t.shadow,
    text: { primary: t.text.primary, secondary: t.text.secondary, disabled: t.text.third },
    background: { default: t.surface.s1, paper: t.surface.s1 },
    divider: t.line.main,
    action: {
      active: t.text.secondary,
      hover: t.row.hover,
      selected: t.row.selected,
      disabled: t.text.third,
      disabledBackground: t.surface.s3,
    },
  };
}
