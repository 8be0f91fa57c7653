/** Lets the user choose one of a center's technicians or chiefs: radio buttons with each person's workload. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { WarningCircleIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const Legend = styled('legend')(({ theme }) => ({
  padding: 0,
  marginBottom: 4,
  fontSize: textSize.small,
  lineHeight: '16px',
  fontWeight: 500,
  color: theme.vars.palette.text.secondary,
}));
const Group = styled('fieldset')({ margin: 0, padding: 0, border: 0, minWidth: 0 });
const List = styled('div')(({ theme }) => ({
  maxHeight: 264,
  overflow: 'auto',
  marginTop: 6,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.main}`,
}));
const Row = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 40,
  padding: '4px 12px',
  cursor: 'pointer',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&:has(input:checked)': { backgroundColor: theme.vars.palette.row.selected },
  '&:has(input:focus-visible)': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: -2 },
  '& input': { margin: 0, accentColor: theme.vars.palette.primary.main },
  '& strong': { flex: 1, fontWeight: 500 },
  '& small': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));
const Fault = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  margin: '4px 0 0',
  fontSize: textSize.small,
  color: theme.vars.palette.error.main,
}));

export type PickedPerson = { id: number; name: string; note?: string | undefined };

export type PeoplePickerProps = {
  label: string;
  people: readonly PickedPerson[] | undefined;
  value: number | null;
  onChange: (id: number) => void;
  fault?: string | undefined;
  /** Groups have no initials to show. */
  ofGroups?: boolean;
};

/** With more people than this, a field narrows them. */
const manyPeople = 8;

function PersonRows({
  people,
  value,
  onChange,
  ofGroups = false,
}: { people: readonly PickedPerson[] } & Pick<PeoplePickerProps, 'value' | 'onChange' | 'ofGroups'>) {
  const name = useId();
  return (
    <List>
      {people.map((person, index) => (
        <Row key={person.id}>
          <input
            type="radio"
            autoFocus={index === 0 && people.length <= manyPeople}
            name={name}
            checked={person.id === value}
            onChange={() => onChange(person.id)}
          />
          {ofGroups ? null : <Avatar person={person} />}
          <strong lang={nameLanguage(person.name)}>{person.name}</strong>
          {person.note ? <small>{person.note}</small> : null}
        </Row>
      ))}
    </List>
  );
}

export function PeoplePicker({ label, people, value, onChange, fault, ofGroups = false }: PeoplePickerProps) {
  const { t } = useTranslation('actions');
  const [part, setPart] = useState('');
  const shown = people?.filter(
    ({ id, name }) => id === value || name.toLowerCase().includes(part.toLowerCase()),
  );
  return (
    <Group>
      <Legend>{label}</Legend>
      {people && people.length > manyPeople ? (
        <TextField label={t('find-person')} value={part} onChange={(event) => setPart(event.target.value)} />
      ) : null}
      {shown ? (
        <PersonRows people={shown} value={value} onChange={onChange} ofGroups={ofGroups} />
      ) : (
        <Skeleton height={82} sx={{ marginTop: '6px' }} />
      )}
      {people?.length === 0 ? <p>{t('nobody')}</p> : null}
      {fault ? (
        <Fault role="alert">
          <WarningCircleIcon size={14} weight="fill" aria-hidden="true" />
          {fault}
        </Fault>
      ) : null}
    </Group>
  );
}
