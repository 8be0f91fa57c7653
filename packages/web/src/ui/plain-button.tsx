/**
 * Styles the product's button without the component library, for the pages that a first visit waits for (sign-in, page
 * faults). Everything else uses the library's `Button`, which the theme makes look the same.
 */
import { styled } from '@mui/material/styles';

const Base = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  minHeight: 32,
  padding: '0 12px',
  border: '1px solid transparent',
  borderRadius: 6,
  font: 'inherit',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  cursor: 'pointer',
  transition: 'background-color 120ms ease-out',
  '&:disabled': { cursor: 'default' },
});

export const PrimaryButton = styled(Base)(({ theme }) => ({
  fontWeight: 600,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '&:hover': { backgroundColor: theme.vars.palette.primary.dark },
  '&:disabled': { color: theme.vars.palette.gray, backgroundColor: theme.vars.palette.surface.s3 },
}));

export const QuietButton = styled(Base)(({ theme }) => ({
  padding: '0 8px',
  color: theme.vars.palette.text.secondary,
  backgroundColor: 'transparent',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
}));
