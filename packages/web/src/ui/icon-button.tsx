/** An icon that acts. Its tooltip says its name and its key, and a screen reader hears the name. */
import MuiIconButton, { type IconButtonProps as MuiIconButtonProps } from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { KeyCap } from './key-cap.tsx';

export type IconButtonProps = Omit<MuiIconButtonProps, 'aria-label' | 'title'> & {
  name: string;
  keyName?: string;
  /** Which command that key is of, where several have it. */
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
