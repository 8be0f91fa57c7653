/** Defines the styles of buttons, fields and choices: 32 px high, labels above, lines instead of shadows. */
import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { textSize } from './type-scale.ts';

type ProductTheme = Omit<Theme, 'components' | 'palette'> & CssVarsTheme;
type Overrides = Components<ProductTheme>;

const buttonHues = ['primary', 'error', 'success', 'blue-button'] as const;

export const controlOverrides = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        fontFamily: 'inherit',
        '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: 2 },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
    styleOverrides: {
      root: ({ theme }) => ({
        height: 32,
        minWidth: 0,
        padding: '0 12px',
        gap: 8,
        borderRadius: 6,
        fontWeight: 500,
        whiteSpace: 'nowrap',
        transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
        [theme.breakpoints.down('md')]: { minHeight: 44 },
        '&.Mui-disabled': { color: theme.vars.palette.gray },
        '& .MuiButton-startIcon, & .MuiButton-endIcon': { margin: 0 },
      }),
      sizeSmall: { height: 28, padding: '0 10px', fontSize: textSize.small },
      sizeLarge: { height: 40, padding: '0 16px', fontSize: textSize.form },
      contained: { fontWeight: 600 },
      outlined: ({ theme }) => ({
        backgroundColor: theme.vars.palette.surface.s1,
        borderColor: theme.vars.palette.line.main,
        boxShadow: '0 1px 2px rgba(16,34,38,.05)',
        '&:hover': {
          backgroundColor: theme.vars.palette.row.hover,
          borderColor: theme.vars.palette.line.main,
        },
      }),
      text: ({ theme }) => ({
        color: theme.vars.palette.text.secondary,
        '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
      }),
    },
    variants: [
      ...buttonHues.map((hue) => ({
        props: { variant: 'contained' as const, color: hue },
        style: ({ theme }: { theme: ProductTheme }) => ({
          color: theme.vars.palette[hue].contrastText,
          backgroundColor: theme.vars.palette[hue].main,
          '&:hover': { backgroundColor: theme.vars.palette[hue].dark },
          '&.Mui-disabled': { backgroundColor: theme.vars.palette.surface.s3 },
        }),
      })),
      {
        // A filled button without a colour is the main act of its place; grey would look disabled.
        props: { variant: 'contained' as const, color: 'inherit' as const },
        style: ({ theme }: { theme: ProductTheme }) => ({
          color: theme.vars.palette.primary.contrastText,
          backgroundColor: theme.vars.palette.primary.main,
          '&:hover': { backgroundColor: theme.vars.palette.primary.dark },
          '&.Mui-disabled': { backgroundColor: theme.vars.palette.surface.s3 },
        }),
      },
      {
        props: { variant: 'text' as const, color: 'error' as const },
        style: ({ theme }: { theme: ProductTheme }) => ({
          color: theme.vars.palette.error.main,
          '&:hover': { backgroundColor: theme.vars.palette.error.tint },
        }),
      },
      {
        props: { variant: 'text' as const, color: 'primary' as const },
        style: ({ theme }: { theme: ProductTheme }) => ({
          color: theme.vars.palette.primary.main,
          '&:hover': { backgroundColor: theme.vars.palette.primary.tint },
        }),
      },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 32,
        height: 32,
        padding: 0,
        borderRadius: 6,
        color: theme.vars.palette.text.secondary,
        '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
        [theme.breakpoints.down('md')]: { minWidth: 44, minHeight: 44 },
      }),
      sizeSmall: { width: 28, height: 28 },
      sizeLarge: { width: 44, height: 44 },
    },
  },
  MuiCheckbox: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: ({ theme }) => ({ padding: 6, color: theme.vars.palette.line.strong }),
    },
  },
  MuiRadio: { defaultProps: { size: 'small' }, styleOverrides: { root: { padding: 6 } } },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 28,
        padding: '0 9px',
        fontWeight: 400,
        color: theme.vars.palette.text.secondary,
        borderColor: theme.vars.palette.line.main,
        '&.Mui-selected, &.Mui-selected:hover': {
          color: theme.vars.palette.primary.main,
          backgroundColor: theme.vars.palette.primary.tint,
          fontWeight: 600,
        },
      }),
    },
  },
} satisfies Overrides;

export const fieldOverrides = {
  MuiInputBase: {
    styleOverrides: {
      root: { fontSize: textSize.form, lineHeight: '20px' },
      input: ({ theme }) => ({
        '&::placeholder': { color: theme.vars.palette.gray, opacity: 1 },
        '&:-webkit-autofill': {
          WebkitTextFillColor: theme.vars.palette.text.primary,
          boxShadow: `0 0 0 100px ${theme.vars.palette.surface.s1} inset`,
        },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 32,
        borderRadius: 6,
        backgroundColor: theme.vars.palette.surface.s1,
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.line.strong, borderWidth: 1 },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.line.strong },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.vars.palette.focus,
          borderWidth: 1,
          boxShadow: `0 0 0 3px ${theme.vars.palette.primary.tint}`,
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.error.main },
        '&.Mui-disabled': { backgroundColor: theme.vars.palette.surface.s3 },
      }),
      input: { padding: '6px 10px', height: 20, outline: 'none' },
      multiline: { padding: '6px 10px', '& textarea': { padding: 0 } },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      // As high as the other fields beside it; chips of several items may add rows.
      inputRoot: {
        '&.MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
          paddingTop: 2,
          paddingBottom: 2,
          paddingLeft: 4,
          '& .MuiAutocomplete-input': { padding: '4px 4px 4px 6px' },
        },
      },
    },
  },
  MuiInputLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        marginBottom: 4,
        fontSize: textSize.small,
        lineHeight: '16px',
        fontWeight: 500,
        color: theme.vars.palette.text.secondary,
        maxWidth: 'none',
        pointerEvents: 'auto',
        '&.Mui-focused, &.Mui-error': { color: theme.vars.palette.text.secondary },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: { root: { margin: '4px 0 0', fontSize: textSize.small, lineHeight: '16px' } },
  },
  MuiSelect: { styleOverrides: { select: { minHeight: 20 } } },
} satisfies Overrides;
