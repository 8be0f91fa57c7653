/**
 * Shows one fact: its name at the left, its value at the right, and a pencil that opens its editor if the caller may
 * change it.
 */
import { styled } from '@mui/material/styles';
import { PencilSimpleIcon } from '@phosphor-icons/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export const FactList = styled('dl')({ margin: 0 });
const Row = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 24,
  '& dt': { flex: 'none', color: theme.vars.palette.text.secondary },
  '& dd': { flex: 1, margin: 0, minWidth: 0, textAlign: 'right', overflowWrap: 'anywhere' },
  '& dd.none': { color: theme.vars.palette.gray },
  [theme.breakpoints.down('md')]: { minHeight: 36, alignItems: 'center' },
}));
const Pencil = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'baseline',
  gap: 6,
  maxWidth: 'calc(100% + 12px)',
  margin: '0 -6px',
  padding: '2px 6px',
  minHeight: 24,
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  textAlign: 'right',
  overflowWrap: 'anywhere',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '& svg': { flex: 'none', alignSelf: 'center', color: theme.vars.palette.gray },
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '&:hover svg': { color: theme.vars.palette.text.primary },
  [theme.breakpoints.down('md')]: { minHeight: 44, alignItems: 'center' },
}));

export type FactRowProps = {
  name: string;
  /** Absent or empty: a dash is shown. */
  children?: ReactNode;
  title?: string | undefined;
  onEdit?: (() => void) | undefined;
};

export function FactRow({ name, children, title, onEdit }: FactRowProps) {
  const { t } = useTranslation('case-page');
  const isEmpty = children === undefined || children === null || children === '';
  const value = isEmpty ? '–' : children;
  return (
    <Row>
      <dt>{name}</dt>
      <dd className={isEmpty ? 'none' : undefined} title={title}>
        {onEdit ? (
          <Pencil type="button" onClick={onEdit} title={t('edit.open', { field: name })}>
            <PencilSimpleIcon size={13} role="img" aria-label={t('edit.open', { field: name })} />
            <span>{value}</span>
          </Pencil>
        ) : (
          value
        )}
      </dd>
    </Row>
  );
}
