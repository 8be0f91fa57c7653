/** Links between the pages before sign-in: the main one as a button, the others as text. */
import { Link } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { textSize } from '../../platform/theme/type-scale.ts';
import { wordLinkStyle } from './word-link-style.ts';

export const EntryLink = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: 44,
  borderRadius: 8,
  fontSize: textSize.form,
  fontWeight: 600,
  textDecoration: 'none',
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '&:hover': { backgroundColor: theme.vars.palette.primary.dark },
}));

export const WordLink = styled(Link)(wordLinkStyle);
