/** Defines the styles of floating elements, dividers and lists: dialogs, menus, tooltips, tabs, chips, grids. */
import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { textSize } from './type-scale.ts';

type Overrides = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>;

/**
 * Menus open inside the page's main landmark, so that screen readers do not find them outside every region. While a
 * dialog is over the page, the page is hidden from screen readers and is below the dialog: menus then open above the
 * dialog.
 */
function menuPlace(): HTMLElement {
  const overPage = document.querySelector('body > .MuiModal-root') !== null;
  return overPage ? document.body : (document.getElementById('page') ?? document.body);
}

export const floatingOverrides = {
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme, ownerState }) =>
        ownerState.invisible ? {} : { backgroundColor: theme.vars.palette.scrim },
    },
  },
  MuiDialog: {
    defaultProps: { transitionDuration: 180 },
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 12,
        margin: 16,
        width: 'calc(100% - 32px)',
        backgroundColor: theme.vars.palette.surface.s4,
        boxShadow: theme.vars.palette.shadow.dialog,
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: { padding: '20px 24px 8px', fontSize: textSize.dialog, lineHeight: '22px', fontWeight: 600 },
    },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: {
    styleOverrides: {
      root: { padding: '8px 24px 20px', gap: 6, '& > :not(style) ~ :not(style)': { marginLeft: 0 } },
    },
  },
  MuiMenu: {
    defaultProps: { transitionDuration: 120, container: menuPlace, disableScrollLock: true },
    styleOverrides: {
      paper: ({ theme }) => ({
        marginTop: 4,
        borderRadius: 8,
        backgroundColor: theme.vars.palette.surface.s4,
        boxShadow: theme.vars.palette.shadow.menu,
      }),
      list: { padding: 4 },
    },
  },
  MuiPopover: { defaultProps: { transitionDuration: 120 } },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 32,
        padding: '4px 10px',
        gap: 10,
        borderRadius: 4,
        fontSize: textSize.body,
        '&:hover, &.Mui-focusVisible': { backgroundColor: theme.vars.palette.surface.s3 },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.vars.palette.primary.tint },
        [theme.breakpoints.down('sm')]: { minHeight: 44 },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 100, disableInteractive: true },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        padding: '5px 8px',
        borderRadius: 6,
        fontSize: textSize.small,
        lineHeight: '16px',
        fontWeight: 400,
        color: theme.vars.palette.text.primary,
        backgroundColor: theme.vars.palette.surface.s4,
        boxShadow: theme.vars.palette.shadow.menu,
      }),
    },
  },
  MuiDrawer: { defaultProps: { transitionDuration: 180 } },
} satisfies Overrides;

export const structureOverrides = {
  MuiChip: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 22,
        borderRadius: 11,
        fontSize: textSize.small,
        fontWeight: 500,
        color: theme.vars.palette.text.primary,
        backgroundColor: 'transparent',
        border: `1px solid ${theme.vars.palette.line.main}`,
      }),
      label: { padding: '0 8px 0 6px' },
    },
  },
  // Tabs that do not fit fade out at that end, under an arrow. Only pointers use the arrows; the keys of a tab list move
  // to any tab and bring it into view.
  MuiTabs: {
    defaultProps: { allowScrollButtonsMobile: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'relative',
        minHeight: 32,
        '--faded-start': '0px',
        '--faded-end': '0px',
        '&:has(> .MuiTabs-scrollButtons:first-of-type:not(.Mui-disabled))': { '--faded-start': '48px' },
        '&:has(> .MuiTabs-scrollButtons:last-of-type:not(.Mui-disabled))': { '--faded-end': '48px' },
        '& > .MuiTabs-scrollButtons': {
          position: 'absolute',
          insetBlock: 0,
          zIndex: 1,
          width: 24,
          opacity: 1,
          color: theme.vars.palette.text.secondary,
          '&:first-of-type': { left: 0 },
          '&:last-of-type': { right: 0 },
          '&.Mui-disabled': { visibility: 'hidden' },
        },
      }),
      scroller: {
        scrollPaddingInline: 48,
        maskImage:
          'linear-gradient(to right, transparent calc(var(--faded-start) - 24px), #000 var(--faded-start), #000 calc(100% - var(--faded-end)), transparent calc(100% - var(--faded-end) + 24px))',
      },
      indicator: { height: 2 },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 32,
        minWidth: 0,
        padding: '6px 10px',
        fontSize: textSize.body,
        lineHeight: '20px',
        fontWeight: 500,
        textTransform: 'none',
        color: theme.vars.palette.text.secondary,
        '&.Mui-selected': { color: theme.vars.palette.text.primary, fontWeight: 600 },
        [theme.breakpoints.down('md')]: { minHeight: 44 },
      }),
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: false, variant: 'rounded' },
    styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.vars.palette.surface.s3 }) },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: ({ theme }) => ({ height: 4, borderRadius: 2, backgroundColor: theme.vars.palette.surface.s3 }),
      bar: { borderRadius: 2 },
    },
  },
  MuiTypography: { defaultProps: { variant: 'body2' } },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: { root: { fontWeight: 500 } },
  },
} satisfies Overrides;

export const gridOverrides = {
  MuiDataGrid: {
    defaultProps: { rowHeight: 38, columnHeaderHeight: 32, disableColumnMenu: true },
    styleOverrides: {
      root: ({ theme }) => ({
        border: 0,
        borderRadius: 0,
        fontSize: textSize.body,
        lineHeight: '18px',
        '--DataGrid-t-color-background-base': theme.vars.palette.surface.s1,
        '--DataGrid-t-header-background-base': theme.vars.palette.surface.s1,
        '--DataGrid-rowBorderColor': theme.vars.palette.line.hair,
        '--DataGrid-hoverColor': theme.vars.palette.row.hover,
        '& .MuiDataGrid-columnSeparator': { display: 'none' },
        '& .MuiDataGrid-columnHeaderTitle': {
          fontSize: textSize.micro,
          fontWeight: 500,
          color: theme.vars.palette.gray,
        },
        '& .MuiDataGrid-row.Mui-selected, & .MuiDataGrid-row.Mui-selected:hover': {
          backgroundColor: theme.vars.palette.row.selected,
          boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`,
        },
      }),
    },
  },
} satisfies Overrides;
