/** Shows an icon button. Its tooltip shows its name and key; screen readers read the name. */
import MuiIconButton, { type IconButtonProps as MuiIconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { KeyCap } from './key-cap.tsx';

export type IconButtonProps = Omit<MuiIconButtonProps, 'aria-label' | 'title'> & {
  name: string;
  keyName?: string;
  /** The command that the key belongs to. */
  command?: string;
  children: ReactNode;
};

export function IconButton({ name, keyName, command, children, disabled, ...rest }: IconButtonProps) {
  const title = keyName ? (
    <span>
      {name} <KeyCap name={keyName} command={command} quiet />
    </span>
  ) : (
    name
  );
  const button = (
    <MuiIconButton aria-label={name} disabled={disabled ?? false} {...rest}>
      {children}
    </MuiIconButton>
  );
  return <Tooltip title={title}>{disabled ? <span>{button}</span> : button}</Tooltip>;
}
