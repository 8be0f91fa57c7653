/** Defines the type scale: IBM Plex Sans, 13/20 by default, tabular figures, 11 px as the minimum. */
import type { TypographyVariantsOptions } from '@mui/material/styles';

const px = (value: number) => `${value / 16}rem`;
const face = (size: number, line: number, weight: number, tracking = '0') => ({
  fontSize: px(size),
  lineHeight: `${line}px`,
  fontWeight: weight,
  letterSpacing: tracking,
});

/** Every font size of the page; an element that is only text is a `Typography` of a variant below instead. */
export const textSize = {
  figure: px(28),
  page: px(20),
  dialog: px(16),
  section: px(15),
  form: px(14),
  body: px(13),
  small: px(12),
  micro: px(11),
} as const;

export const typeScale: TypographyVariantsOptions = {
  fontFamily: 'var(--font-sans)',
  fontWeightRegular: 400,
  fontWeightMedium: 500,
  fontWeightBold: 600,
  h1: face(28, 36, 600, '-.022em'),
  h2: face(20, 28, 600, '-.015em'),
  h3: face(15, 22, 600),
  subtitle2: face(12, 16, 600),
  body1: face(14, 20, 400),
  body2: face(13, 20, 400),
  button: { ...face(13, 20, 500), textTransform: 'none' },
  caption: face(12, 16, 500),
  micro: face(11, 14, 500),
  mono: { ...face(12, 16, 400, '-.01em'), fontFamily: 'var(--font-mono)' },
};
