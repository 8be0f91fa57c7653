/** Shows a person's workload against their capacity; users who may assign cases set the capacity. */
import { styled } from '@mui/material/styles';
import { type BoardPerson, mostPlaces } from '@rhythmdesk/contract/work';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';

const Figure = styled('button')(({ theme }) => ({
  flex: 'none',
  minWidth: 24,
  minHeight: 28,
  padding: '0 6px',
  marginRight: -6,
  border: 0,
  borderRadius: 6,
  font: 'inherit',
  fontSize: textSize.dialog,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars.palette.text.primary,
  backgroundColor: 'transparent',
  cursor: 'pointer',
  '& small': { fontSize: textSize.small, fontWeight: 400, color: theme.vars.palette.text.secondary },
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: 1 },
}));
const Bar = styled('div')(({ theme }) => ({
  height: 4,
  margin: '8px 0 0',
  borderRadius: 2,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.line.main,
  '& > div': { height: '100%' },
}));

const Fill = styled('div', { shouldForwardProp: (prop) => prop !== 'over' })<{ over: boolean }>(
  ({ theme, over }) => ({
    backgroundColor: over ? theme.vars.palette.warning.main : theme.vars.palette.primary.main,
  }),
);

type Person = Pick<BoardPerson, 'id' | 'name' | 'capacity' | 'load'>;

function useSetPlaces({ id, name, capacity }: Person, onChange: () => void): () => Promise<void> {
  const { t } = useTranslation('work');
  const dialogs = useDialogs();
  return async () => {
    const typed = await dialogs.prompt({
      title: t('places.title', { name }),
      message: t('places.body'),
      label: t('places.label'),
      defaultValue: String(capacity),
      confirmText: t('places.save'),
      required: true,
      maxLength: 3,
    });
    if (typed === null) return;
    const wanted = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    if (Number.isNaN(wanted) || wanted > mostPlaces) {
      await dialogs.alert({ title: t('places.title', { name }), message: t('places.fault') });
      return;
    }
    try {
      await api.call('setCapacity', { user_id: id, capacity: wanted });
      onChange();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await showFault(error);
    }
  };
}

export function PlacesFigure({ person, onChange }: { person: Person; onChange: () => void }) {
  const { t } = useTranslation('work');
  const change = useSetPlaces(person, onChange);
  const { name, capacity, load } = person;
  const words = capacity === 0 ? t('places.none') : t('places', { count: load.count, places: capacity });
  const shown = capacity === 0 ? String(load.count) : `${String(load.count)} / ${String(capacity)}`;
  return (
    <Figure
      type="button"
      aria-label={`${shown}: ${words}, ${t('places.change', { name })}`}
      title={t('places.change', { name })}
      onClick={() => void change()}
    >
      {load.count}
      {capacity === 0 ? null : <small> / {capacity}</small>}
    </Figure>
  );
}

/** The figures beside it say the same as text. A person with capacity 0 is never shown as overloaded. */
export function PlacesBar({ load, capacity }: Pick<Person, 'load' | 'capacity'>) {
  if (capacity === 0) return null;
  const share = Math.min(1, load.count / capacity);
  const isOver = load.count > capacity;
  return (
    <Bar aria-hidden="true">
      <Fill over={isOver} style={{ width: `${String(share * 100)}%` }} />
    </Bar>
  );
}
