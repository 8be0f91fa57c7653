/** A key as it is printed: 1 px line, 2 px below, radius 4. */
import { styled } from '@mui/material/styles';
import { textSize } from '../platform/theme/type-scale.ts';
import { useKeyNamer } from './keys/key-names.ts';

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

type KeyCapProps = {
  /** The key as the product names it; the cap shows the one that this user has for it. */
  name: string;
  quiet?: boolean;
  /** Which command it is of, where several have that key. */
  command?: string | undefined;
};

/** `quiet` beside text; otherwise it takes the colour of the button that it stands on. */
export function KeyCap({ name, quiet = false, command }: KeyCapProps) {
  const shown = useKeyNamer()(name, command);
  return quiet ? <Quiet>{shown}</Quiet> : <Cap aria-hidden="true">{shown}</Cap>;
}
