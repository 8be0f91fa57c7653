/** Provides small parts of the tool bar: a row of choices, a button that opens a menu, and a line between groups. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { CaretDownIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { textSize } from '../../platform/theme/type-scale.ts';

export const BarLine = styled('span')(({ theme }) => ({
  width: 1,
  height: 20,
  flex: 'none',
  backgroundColor: theme.vars.palette.line.main,
}));

const Label = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

type ChoiceRowProps<Value extends number> = {
  readonly name: string;
  readonly values: readonly Value[];
  readonly value: Value;
  /** A value with its unit. Only the last choice shows it, so that the unit is on the bar once. */
  readonly worded: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
};

export function ChoiceRow<Value extends number>(props: ChoiceRowProps<Value>) {
  const { name, values, value, worded, onChoose } = props;
  return (
    <ToggleButtonGroup size="small" aria-label={name} sx={{ flex: 'none' }}>
      {values.map((one, index) => (
        <ToggleButton
          key={one}
          value={one}
          selected={one === value}
          aria-label={worded(one)}
          sx={{ whiteSpace: 'nowrap', minWidth: 28 }}
          onClick={() => onChoose(one)}
        >
          {index === values.length - 1 ? worded(one) : one}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

type MenuButtonProps = {
  readonly icon?: ReactNode;
  readonly label: string;
  /** The name of the menu; the label shows the current choice. */
  readonly name: string;
  /** Shows the icon alone. */
  readonly small?: boolean;
  /** Uses the low height of a panel's head; a caret shows that the button opens a menu. */
  readonly low?: boolean;
  readonly caret?: boolean;
  /** Shrinks if the bar is too short for its label. */
  readonly shrinks?: boolean;
  readonly children: (close: () => void) => ReactNode;
};

export function MenuButton({
  icon,
  label,
  name,
  small = false,
  low = false,
  caret = low,
  shrinks = false,
  children,
}: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const close = (): void => setAnchor(null);
  return (
    <>
      <Button
        variant="text"
        size="small"
        startIcon={icon}
        endIcon={caret ? <CaretDownIcon size={11} weight="bold" aria-hidden="true" /> : undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        aria-label={`${name}: ${label}`}
        sx={{
          gap: low ? '4px' : '6px',
          fontSize: low ? textSize.small : textSize.body,
          minWidth: shrinks ? 44 : 28,
          flex: shrinks ? '0 1 auto' : 'none',
          ...(low && { height: 24, px: '6px' }),
        }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {small ? null : <Label>{label}</Label>}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={close}>
        {children(close)}
      </Menu>
    </>
  );
}
