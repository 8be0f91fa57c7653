/** Shows the menu of visible columns and their order. One column is always visible. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { CaretDownIcon, CaretUpIcon, ColumnsIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import { moveColumn } from './columns.ts';

const Frame = styled('div')({ width: 288, padding: 8, maxHeight: 480, overflow: 'auto' });
const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 32,
  borderRadius: 4,
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '& label': { display: 'flex', alignItems: 'center', gap: 6, flex: 1, cursor: 'pointer' },
}));

export type ColumnMenuProps<Id extends string> = {
  columns: readonly Id[];
  /** All available columns. */
  all: readonly Id[];
  usual: readonly Id[];
  /** The column that is always visible. */
  fixed: Id;
  nameOf: (id: Id) => string;
  onChange: (columns: readonly Id[]) => void;
};

type ColumnRowProps<Id extends string> = { id: Id } & Pick<
  ColumnMenuProps<Id>,
  'columns' | 'fixed' | 'nameOf' | 'onChange'
>;

function ColumnRow<Id extends string>({ id, columns, fixed, nameOf, onChange }: ColumnRowProps<Id>) {
  const { t } = useTranslation('lists');
  const column = nameOf(id);
  const shown = columns.includes(id);
  const toggle = () => onChange(shown ? columns.filter((each) => each !== id) : [...columns, id]);
  return (
    <Row>
      <label>
        <Checkbox size="small" checked={shown} disabled={id === fixed} onChange={toggle} />
        {column}
      </label>
      {shown ? (
        <>
          <IconButton
            name={t('columns.left', { column })}
            size="small"
            disabled={columns[0] === id}
            onClick={() => onChange(moveColumn(columns, id, -1))}
          >
            <CaretUpIcon size={12} weight="bold" aria-hidden="true" />
          </IconButton>
          <IconButton
            name={t('columns.right', { column })}
            size="small"
            disabled={columns.at(-1) === id}
            onClick={() => onChange(moveColumn(columns, id, 1))}
          >
            <CaretDownIcon size={12} weight="bold" aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
    </Row>
  );
}

export function ColumnMenu<Id extends string>(props: ColumnMenuProps<Id>) {
  const { columns, all, usual, onChange } = props;
  const { t } = useTranslation('lists');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const hidden = all.filter((id) => !columns.includes(id));
  return (
    <>
      <IconButton
        name={t('columns')}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ColumnsIcon size={18} aria-hidden="true" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('columns'),
            sx: { marginTop: '4px', borderRadius: '8px', boxShadow: 'var(--rd-palette-shadow-menu)' },
          },
        }}
      >
        <Frame>
          {[...columns, ...hidden].map((id) => (
            <ColumnRow key={id} {...props} id={id} />
          ))}
          <Button size="small" variant="text" onClick={() => onChange(usual)}>
            {t('columns.reset')}
          </Button>
        </Frame>
      </Popover>
    </>
  );
}
