/** Shows the columns of the board: the waiting cases, and each person with their assigned and current cases. */
import { styled } from '@mui/material/styles';
import type { CaseRow } from '@rhythmdesk/contract/cases';
import type { Board, BoardPerson, Doing } from '@rhythmdesk/contract/work';
import { isCaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { Link } from '@tanstack/react-router';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useWords } from '../../../platform/texts/use-words.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { casePath } from '../model/list-trail.ts';
import { BoardTile, movingAction, type TileProps } from './board-tile.tsx';
import type { ListLink, ListSearch } from './list-link.ts';
import { PlacesBar, PlacesFigure } from './person-places.tsx';
import { groupMark } from './use-focus-steps.ts';

const Card = styled('section', { shouldForwardProp: (prop) => prop !== 'marked' })<{ marked: boolean }>(
  ({ theme, marked }) => ({
    minWidth: 0,
    padding: 12,
    borderRadius: 10,
    outline: marked ? `2px solid ${theme.vars.palette.primary.main}` : 'none',
    border: `1px solid ${theme.vars.palette.line.main}`,
    backgroundColor: marked ? theme.vars.palette.primary.tint : theme.vars.palette.surface.s1,
  }),
);
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  '& > div': { flex: 1, minWidth: 0 },
  '& h2': { margin: 0, fontSize: textSize.body, lineHeight: '20px', fontWeight: 600 },
  '& p': {
    margin: 0,
    fontSize: textSize.small,
    lineHeight: '16px',
    color: theme.vars.palette.text.secondary,
  },
}));
/** Its links are targets of 24 px. */
const Load = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 12px',
  margin: '8px 0 2px',
  fontSize: textSize.small,
  lineHeight: '18px',
  fontWeight: 500,
  '& a': { color: 'inherit', lineHeight: '24px' },
  '& .due': { color: theme.vars.palette.warning.main },
  '& .overdue': { color: theme.vars.palette.error.main },
}));
const Quiet = styled('p')(({ theme }) => ({
  margin: '0 0 8px',
  fontSize: textSize.small,
  lineHeight: '18px',
  color: theme.vars.palette.text.secondary,
  '& a': { display: 'inline-block', lineHeight: '24px', color: 'inherit' },
}));
const Tiles = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });
const Slot = styled('p')(({ theme }) => ({
  margin: '0 0 6px',
  padding: 8,
  textAlign: 'center',
  fontSize: textSize.small,
  borderRadius: 8,
  border: `1px dashed ${theme.vars.palette.primary.main}`,
  color: theme.vars.palette.primary.main,
}));
const More = styled('p')(({ theme }) => ({
  margin: 0,
  fontSize: textSize.small,
  fontWeight: 500,
  '& a': { color: theme.vars.palette.primary.main },
}));

type ColumnProps = Pick<TileProps, 'onDrag' | 'onMenu'> & {
  /** The case being dragged. */
  dragged: CaseRow | null;
  linkTo: (search: ListSearch) => ListLink;
};

type TileListProps = ColumnProps & {
  label: string;
  items: readonly CaseRow[];
  count: number;
  none: string;
  all: ListLink;
};

function TileList({ label, items, count, none, all, dragged, onDrag, onMenu }: TileListProps) {
  const { t } = useTranslation('work');
  if (count === 0) return <Quiet>{none}</Quiet>;
  return (
    <>
      <Tiles aria-label={label}>
        {items.map((row) => (
          <BoardTile
            key={row.case_id}
            row={row}
            dragged={dragged?.case_id === row.case_id}
            onDrag={onDrag}
            onMenu={onMenu}
          />
        ))}
      </Tiles>
      {count > items.length ? (
        <More>
          <Link to={all.to} search={all.search}>
            {t('more', { count: count - items.length })}
          </Link>
        </More>
      ) : null}
    </>
  );
}

export function WaitingColumn({ board, team, ...props }: ColumnProps & { board: Board; team: ListSearch }) {
  const { t } = useTranslation('work');
  const { load, items } = board.waiting;
  return (
    <Card marked={false} aria-label={t('waiting')} {...groupMark}>
      <Head>
        <div>
          <h2>
            {t('waiting')} {load.count}
          </h2>
        </div>
      </Head>
      <TileList
        {...props}
        label={t('tile.waiting')}
        items={items}
        count={load.count}
        none={t('waiting.none')}
        all={props.linkTo({ ...team, view: 'unassigned' })}
      />
    </Card>
  );
}

function DoingLine({ doing }: { doing: Doing | null }) {
  const { t } = useTranslation('work');
  const { t: action } = useTranslation('actions');
  const format = useFormat();
  const nowMs = useNow();
  if (doing === null) return <Quiet>{t('doing.none')}</Quiet>;
  const { hn_id } = doing;
  const words = (): string => {
    if (doing.kind === 'reading') {
      const span = format.durationToMinute(Math.max(0, nowMs - Date.parse(doing.since)));
      return t('doing.reading', { hn_id, span });
    }
    const when = format.relative(doing.at, Math.max(nowMs, Date.parse(doing.at)));
    if (!isCaseAction(doing.action)) return t('doing.worked', { hn_id, when });
    return t('doing.acted', { what: action(`name.${doing.action}`), hn_id, when });
  };
  return (
    <Quiet>
      <Link to={casePath(doing.case_id)}>{words()}</Link>
    </Quiet>
  );
}

/** Accepts a dragged case if it can be moved and is not already there. */
function useDropping(person: BoardPerson, dragged: CaseRow | null, onDrop: (row: CaseRow) => void) {
  const [over, setOver] = useState(false);
  const takes = dragged !== null && dragged.technician?.id !== person.id && movingAction(dragged) !== null;
  const allow = (event: DragEvent): void => {
    if (!takes) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  };
  return {
    marked: takes && over,
    handlers: {
      onDragEnter: allow,
      onDragOver: allow,
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        if (takes) onDrop(dragged);
      },
    },
  };
}

function LoadLine({
  load,
  links,
}: {
  load: BoardPerson['load'];
  links: Record<keyof typeof load, ListLink>;
}) {
  const { t } = useTranslation('work');
  const part = (name: keyof typeof load, words: string): ReactNode =>
    load[name] === 0 ? null : (
      <Link className={name} to={links[name].to} search={links[name].search}>
        {words}
      </Link>
    );
  return (
    <Load>
      {load.count === 0
        ? t('person.load', { count: 0 })
        : part('count', t('person.load', { count: load.count }))}
      {part('due', t('person.due', { count: load.due }))}
      {part('overdue', t('person.overdue', { count: load.overdue }))}
    </Load>
  );
}

type PersonColumnProps = ColumnProps & {
  person: BoardPerson;
  board: Pick<Board, 'at' | 'due_until'>;
  onDrop: (row: CaseRow, person: BoardPerson) => void;
  onPlaces: () => void;
};

export function PersonColumn({ person, board, onDrop, onPlaces, ...props }: PersonColumnProps) {
  const { t } = useTranslation('work');
  const words = useWords();
  const id = useId();
  const { dragged, linkTo } = props;
  const { marked, handlers } = useDropping(person, dragged, (row) => onDrop(row, person));
  const own = { technician_id: [person.id] };
  const all = linkTo({ ...own, waiting_until: board.at });
  const links = {
    count: all,
    due: linkTo({ ...own, due_until: board.due_until }),
    overdue: linkTo({ ...own, due_until: board.at }),
  };
  const { name, team, role_key, load } = person;
  const place = team === null ? words.role(role_key) : `${words.role(role_key)} · ${team.name}`;
  return (
    <Card marked={marked} aria-labelledby={id} {...handlers} {...groupMark}>
      <Head>
        <Avatar person={person} size={28} />
        <div>
          <h2 id={id} lang={nameLanguage(name)}>
            {name}
          </h2>
          <p>
            {place} · {t(person.here ? 'here' : 'away')}
          </p>
        </div>
        <PlacesFigure person={person} onChange={onPlaces} />
      </Head>
      <PlacesBar load={load} capacity={person.capacity} />
      <LoadLine load={load} links={links} />
      <DoingLine doing={person.doing} />
      {marked ? (
        <Slot aria-hidden="true">{t(dragged?.technician ? 'drop.reassign' : 'drop', { name })}</Slot>
      ) : null}
      <TileList
        {...props}
        label={t('tile', { name })}
        items={person.items}
        count={load.count}
        none={t('person.none')}
        all={all}
      />
    </Card>
  );
}
