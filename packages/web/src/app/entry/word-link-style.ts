/** Defines the style of a text link on the pages before sign-in, with and without the router. */
import type { Theme } from '@mui/material/styles';

export const wordLinkStyle = ({ theme }: { theme: Theme }) =>
  ({
    display: 'inline-block',
    minHeight: 24,
    lineHeight: '24px',
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
    textDecoration: 'none',
    '&:hover': { textDecoration: 'underline' },
  }) as const;
