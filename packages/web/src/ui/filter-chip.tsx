/** Shows one filter of a list: field, value, and a cross that removes it. The dashed chip adds a filter. */
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { CaretDownIcon, PlusIcon, XIcon } from '@phosphor-icons/react';
import { type MouseEvent, type ReactNode, type Ref, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../platform/theme/type-scale.ts';

const Frame = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'stretch',
  height: 28,
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  fontSize: textSize.body,
  whiteSpace: 'nowrap',
}));
const Part = styled(ButtonBase)(({ theme }) => ({
  gap: 6,
  padding: '0 8px',
  borderRadius: 5,
  color: theme.vars.palette.text.secondary,
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& strong': { fontWeight: 600, color: theme.vars.palette.text.primary },
}));
const Cross = styled(Part)({ padding: 0, width: 26 });
const Dashed = styled(Part)(({ theme }) => ({
  height: 28,
  border: `1px dashed ${theme.vars.palette.line.strong}`,
  fontSize: textSize.body,
}));

export type FilterChipProps = {
  name: string;
  value: string;
  icon?: ReactNode;
  onOpen: (anchor: HTMLElement) => void;
  /** Absent if the filter cannot be removed, such as the period. */
  onRemove?: () => void;
};

export function FilterChip({ name, value, icon, onOpen, onRemove }: FilterChipProps) {
  const { t } = useTranslation('dialogs');
  const part = useRef<HTMLButtonElement>(null);
  const open = (event: MouseEvent<HTMLElement>) => onOpen(event.currentTarget);
  const remove = () => {
    // The cross disappears, and the focus would with it.
    part.current?.focus();
    onRemove?.();
  };
  return (
    <Frame>
      <Part ref={part} onClick={open} aria-haspopup="dialog">
        {icon}
        {name}
        <strong>{value}</strong>
        {onRemove ? null : <CaretDownIcon size={12} weight="bold" aria-hidden="true" />}
      </Part>
      {onRemove ? (
        <Cross onClick={remove} aria-label={t('remove-filter', { name })}>
          <XIcon size={12} weight="bold" aria-hidden="true" />
        </Cross>
      ) : null}
    </Frame>
  );
}

type AddFilterChipProps = { onOpen: (anchor: HTMLElement) => void; ref?: Ref<HTMLButtonElement> };

export function AddFilterChip({ onOpen, ref }: AddFilterChipProps) {
  const { t } = useTranslation('dialogs');
  return (
    <Dashed
      {...(ref === undefined ? {} : { ref })}
      onClick={(event: MouseEvent<HTMLElement>) => onOpen(event.currentTarget)}
      aria-haspopup="menu"
    >
      <PlusIcon size={12} weight="bold" aria-hidden="true" />
      {t('add-filter')}
    </Dashed>
  );
}
