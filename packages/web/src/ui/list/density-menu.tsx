/** Shows the menu for the row height: 32, 38 or 46 px. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { RowsIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import type { Density } from './use-list-preference.ts';

const densities = ['compact', 'standard', 'comfortable'] as const;

type DensityMenuProps = { density: Density; onChange: (density: Density) => void };

export function DensityMenu({ density, onChange }: DensityMenuProps) {
  const { t } = useTranslation('lists');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        name={t('density')}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <RowsIcon size={18} aria-hidden="true" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {densities.map((each) => (
          <MenuItem
            key={each}
            selected={each === density}
            onClick={() => {
              setAnchor(null);
              onChange(each);
            }}
          >
            {t(`density.${each}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
