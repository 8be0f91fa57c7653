/** A key as it is printed: 1 px line, 2 px below, radius 4. */
import { styled } from '@mui/material/styles';
import { textSize } from '../platform/theme/type-scale.ts';

const Cap = styled('kbd')({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: 18,
  height: 18,
  padding: '0 4px',
  borderRadius: 4,
  border: '1px solid currentColor',
  borderBottomWidth: 2,
  fontFamily: 'inherit',
  fontSize: textSize.micro,
  lineHeight: '14px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
});

const Quiet = styled(Cap)(({ theme }) => ({
  borderColor: theme.vars.palette.line.main,
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.surface.s1,
}));

/** `quiet` beside text; otherwise it takes the colour of the button that it stands on. */
export function KeyCap({ name, quiet = false }: { name: string; quiet?: boolean }) {
  return quiet ? <Quiet>{name}</Quiet> : <Cap aria-hidden="true">{name}</Cap>;
}
