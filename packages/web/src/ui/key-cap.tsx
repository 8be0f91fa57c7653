/** Draws a key cap: 1 px border, 2 px below, radius 4. */
import { styled } from '@mui/material/styles';
import { textSize } from '../platform/theme/type-scale.ts';
import { useKeyNamer } from './keys/key-names.ts';

const Cap = styled('kbd')({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  minWidth: 18,
  height: 18,
  padding: '0 4px',
  borderRadius: 4,
  border: '1px solid currentColor',
  borderBottomWidth: 2,
  fontFamily: 'inherit',
  lineHeight: '14px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  // At the end of a button the library would give it the size of an icon.
  '&&&': { fontSize: textSize.micro },
});

const Quiet = styled(Cap)(({ theme }) => ({
  borderColor: theme.vars.palette.line.main,
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.surface.s1,
}));

type KeyCapProps = {
  /** The default key; the cap shows the user's own key for it. */
  name: string;
  quiet?: boolean;
  /** The command it belongs to; without it the default key is shown. */
  command?: string | undefined;
};

/** `quiet` is used beside text; otherwise the cap takes the colour of its button. */
export function KeyCap({ name, quiet = false, command }: KeyCapProps) {
  const shown = useKeyNamer()(name, command);
  if (shown === '') return null;
  return quiet ? <Quiet>{shown}</Quiet> : <Cap aria-hidden="true">{shown}</Cap>;
}
