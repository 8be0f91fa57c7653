/** Lists the groups of the palette; the active item is scrolled into view and shows the key that selects it. */
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { KeyCap } from '../key-cap.tsx';
import { markMatch, type PaletteGroup, type PaletteItem } from './palette-sources.ts';

const List = styled('div')({ overflowY: 'auto', padding: '4px 0 8px' });
const GroupTitle = styled('div')(({ theme }) => ({
  padding: '8px 14px 4px',
  fontSize: textSize.small,
  fontWeight: 500,
  color: theme.vars.palette.gray,
}));
const GroupNote = styled('div')(({ theme }) => ({
  padding: '4px 14px',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));
const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 34,
  padding: '4px 14px',
  borderLeft: '3px solid transparent',
  cursor: 'pointer',
  '& strong': { fontWeight: 600 },
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&[aria-selected="true"]': {
    backgroundColor: theme.vars.palette.row.selected,
    borderLeftColor: theme.vars.palette.primary.main,
  },
}));
const Note = styled('span')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

export type PaletteListProps = {
  id: string;
  label: string;
  groups: readonly PaletteGroup[];
  active: string | undefined;
  query: string;
  onChoose: (item: PaletteItem) => void;
};

function Title({ text, query }: { text: string; query: string }) {
  const [before, match, after] = markMatch(text, query);
  return (
    <span>
      {before}
      {match ? <strong>{match}</strong> : null}
      {after}
    </span>
  );
}

export function PaletteList({ id, label, groups, active, query, onChoose }: PaletteListProps) {
  const { t } = useTranslation('dialogs');
  const format = useFormat();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <List ref={list} role="listbox" id={`${id}-list`} aria-label={label}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-label={group.title}>
          <GroupTitle aria-hidden="true">{group.title}</GroupTitle>
          {group.items.map((item) => (
            <Row
              key={item.id}
              id={`${id}-${item.id}`}
              role="option"
              aria-selected={item.id === active}
              onClick={() => onChoose(item)}
            >
              {item.icon}
              <Title text={item.title} query={query} />
              <Note>{item.note}</Note>
              {item.id === active ? (
                <KeyCap name="⏎" quiet />
              ) : item.keyName ? (
                <KeyCap name={item.keyName} quiet />
              ) : null}
            </Row>
          ))}
          {group.more ? (
            <GroupNote role="presentation">
              {t('part.narrow', { shown: format.number(group.items.length) })}
            </GroupNote>
          ) : null}
          {group.note === undefined ? null : <GroupNote role="presentation">{group.note}</GroupNote>}
        </div>
      ))}
    </List>
  );
}
