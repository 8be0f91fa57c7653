/**
 * Shows the queue of findings: the progress of the reading, the kinds in working order with the number of accepted and
 * found items, and the items of the open kind. A finished kind is shown less prominently; no kind disappears.
 */
import { styled } from '@mui/material/styles';
import type { QueueGroup, QueueItem, QueueKind } from '@rhythmdesk/ecg/reading/finding-queue';
import { CheckIcon, PencilSimpleIcon, XIcon } from '@phosphor-icons/react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { SmallStrip } from '../../../../trace/panels/small-strip.tsx';
import { useNewest } from '../../../../ui/use-newest.ts';
import type { FindingKind } from '../../analysis/finding-rows.ts';
import { Head, KindRow, Kinds, Pane } from '../session/pane-parts.ts';
import type { WallOf } from './like-wall.tsx';
import { QueueFoot } from './queue-foot.tsx';
import { colourOfKind, useItemWords } from '../session/item-words.ts';
import type { Desk } from '../session/use-desk.ts';
import { WindowRows } from '../walls/window-rows.tsx';

const ItemRow = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '16px minmax(0, 1fr) 80px',
  alignItems: 'center',
  columnGap: 6,
  width: '100%',
  minHeight: 48,
  padding: '4px 14px 4px 8px',
  border: 0,
  borderLeft: '3px solid transparent',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  font: 'inherit',
  fontSize: textSize.small,
  lineHeight: '16px',
  textAlign: 'left',
  color: theme.vars.palette.text.secondary,
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '&[aria-current]': {
    borderLeftColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.row.selected,
  },
  // What a patient said needs the space more than its strip does.
  '&[data-of="event"]': { gridTemplateColumns: '16px minmax(0, 1fr) 48px' },
  '& b': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& s': { textDecoration: 'line-through' },
  '& .head': { display: 'flex', justifyContent: 'space-between', gap: 4, whiteSpace: 'nowrap' },
  '& .head b, & .said > :first-of-type': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .said': { display: 'flex', whiteSpace: 'pre' },
  '& .last': { flex: 'none' },
  '& .unsure': { color: theme.vars.palette.warning.main },
  '& .accepted': { color: theme.vars.palette.success.main },
  '& .mended': { color: theme.vars.palette.status.edit },
}));
const Unlisted = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '4px 14px 8px 32px',
  fontSize: textSize.small,
  color: theme.vars.palette.warning.main,
}));
const Fresh = styled('button')(({ theme }) => ({
  flex: 'none',
  minHeight: 32,
  border: 0,
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  font: 'inherit',
  fontWeight: 500,
  color: theme.vars.palette.primary.main,
  background: theme.vars.palette.primary.tint,
  cursor: 'pointer',
}));

function StateMark({ state }: Pick<QueueItem, 'state'>) {
  const { t } = useTranslation('reading');
  const { t: ofDesk } = useTranslation('desk');
  switch (state) {
    case 'accepted':
      return <CheckIcon className="accepted" size={15} weight="bold" alt={t('accepted')} />;
    case 'mended':
      // The row says in words whether a user added or edited the finding.
      return <PencilSimpleIcon className="mended" size={15} aria-hidden="true" />;
    case 'rejected':
      return <XIcon size={14} alt={ofDesk('rejected')} />;
    case 'open':
      return <span />;
  }
}

/** Shortens the name and the duration; the last fact, such as the heart rate, is always whole. */
function Said({ parts, keepsLast }: { parts: readonly string[]; keepsLast: boolean }) {
  const cut = keepsLast ? parts.length - 1 : parts.length;
  const last = parts.slice(cut).join('');
  return (
    <span className="said">
      <span>{parts.slice(0, cut).join(' · ')}</span>
      {last === '' ? null : <span className="last">{cut === 0 ? last : ` · ${last}`}</span>}
    </span>
  );
}

type ItemProps = {
  readonly item: QueueItem;
  readonly usualKind: FindingKind | undefined;
  readonly view: RecordingHandle;
  readonly current: boolean;
  /** Keeps its identity as long as the queue does. */
  readonly onOpen: (item: QueueItem) => void;
};

/** Every edit makes a new queue; a row without changes is not drawn again. */
const isSameRow = (before: ItemProps, now: ItemProps): boolean =>
  before.current === now.current &&
  before.view === now.view &&
  before.usualKind === now.usualKind &&
  before.onOpen === now.onOpen &&
  (before.item === now.item || JSON.stringify(before.item) === JSON.stringify(now.item));

const Item = memo(function Item({ item, usualKind, view, current, onOpen }: ItemProps) {
  const words = useItemWords()(item, view);
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const { name, facts, origin, share, isUnsure, time } = words;
  const title = item.of === 'episode' || item.of === 'event' ? time : name;
  const isNamed = item.of === 'episode' && item.finding.kind !== usualKind;
  const said = [...(isNamed || item.of === 'event' ? [name] : []), ...facts];
  const whole = [...said, ...(origin === null ? [] : [origin])].join(' · ');
  return (
    <li data-key={item.key}>
      <ItemRow
        ref={row}
        type="button"
        aria-current={current ? 'true' : undefined}
        data-of={item.of}
        onClick={() => onOpen(item)}
      >
        <StateMark state={item.state} />
        <span title={whole} style={{ minWidth: 0 }}>
          <span className="head">
            <b>{item.state === 'rejected' ? <s>{title}</s> : title}</b>
            <span className={isUnsure ? 'unsure' : undefined}>{share}</span>
          </span>
          <Said parts={said} keepsLast={facts.length > 0} />
        </span>
        <SmallStrip strips={view.small} start={item.start_sample} end={item.end_sample} />
      </ItemRow>
    </li>
  );
}, isSameRow);

/** The usual finding of a kind; its items need no name of their own. */
const usualKinds: Readonly<Partial<Record<QueueKind, FindingKind>>> = {
  asystole: 'asystole',
  av_block: 'avb3',
  quality: 'noise',
  v_runs: 'vt',
  s_runs: 'svt',
  af: 'af',
  pauses: 'pause',
};

type KindProps = {
  readonly group: QueueGroup;
  readonly view: Desk['view'];
  /** Key of the selected item; undefined while this kind is folded. */
  readonly current: string | undefined;
  readonly isOpen: boolean;
  readonly onOpen: (item: QueueItem) => void;
  readonly onToggle: (kind: QueueKind) => void;
};

const Kind = memo(function Kind({ group, view, current, isOpen, onOpen, onToggle }: KindProps) {
  const { t } = useTranslation('desk');
  const { t: ofReading } = useTranslation('reading');
  const format = useFormat();
  const { kind, items, found, unlisted, accepted, judged } = group;
  const figures = { accepted: format.number(accepted), found: format.number(found) };
  return (
    <li>
      <KindRow
        type="button"
        aria-expanded={isOpen}
        data-done={judged === found}
        onClick={() => onToggle(kind)}
      >
        <i style={{ backgroundColor: colourOfKind(kind) }} />
        <span>{t(`kind.${kind}`)}</span>
        <span>{found === 0 ? t('none') : ofReading('judged', figures)}</span>
      </KindRow>
      {isOpen && view !== null ? (
        <ol aria-label={t(`kind.${kind}`)}>
          <WindowRows rows={items} current={current}>
            {(item) => (
              <Item
                key={item.key}
                item={item}
                usualKind={usualKinds[kind]}
                view={view}
                current={item.key === current}
                onOpen={onOpen}
              />
            )}
          </WindowRows>
        </ol>
      ) : null}
      {unlisted > 0 ? (
        <Unlisted>
          {t('unlisted', { listed: format.number(items.length), found: format.number(found) })}
        </Unlisted>
      ) : null}
    </li>
  );
});

const sumOf = (groups: readonly QueueGroup[], of: (group: QueueGroup) => number): number =>
  groups.reduce((sum, group) => sum + of(group), 0);

export function QueuePanel({ desk, onWall }: { desk: Desk; onWall: (of: WallOf) => void }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const { groups, current, fresh, view } = desk;
  const onOpen = useNewest(desk.open);
  const read = groups.find(({ items }) => items.some(({ key }) => key === current?.key))?.kind;
  /** The kind that the user folded or unfolded, until another kind is selected. */
  const [byHand, setByHand] = useState<{ read: QueueKind | undefined; open: QueueKind | null } | null>(null);
  const open = byHand !== null && byHand.read === read ? byHand.open : read;
  const onToggle = useNewest((kind: QueueKind) => setByHand({ read, open: kind === open ? null : kind }));
  const found = sumOf(groups, (group) => group.found);
  const judged = sumOf(groups, (group) => group.judged);
  const progress = { judged: format.number(judged), found: format.number(found) };
  return (
    <Pane aria-label={t('queue')}>
      <Head>
        <div>
          <h2>{t('queue')}</h2>
          <span>{t('accepted-found')}</span>
        </div>
        <progress value={judged} max={Math.max(1, found)} aria-label={t('progress', progress)} />
        <div>
          <span>{t('progress', progress)}</span>
          <span>{t('left', { count: found - judged, value: format.number(found - judged) })}</span>
        </div>
      </Head>
      <Kinds>
        {groups.map((group) => (
          <Kind
            key={group.kind}
            group={group}
            view={view}
            current={group.kind === open ? current?.key : undefined}
            isOpen={group.kind === open}
            onOpen={onOpen}
            onToggle={onToggle}
          />
        ))}
      </Kinds>
      <QueueFoot group={groups.find(({ kind }) => kind === open)} desk={desk} onWall={onWall} />
      {fresh === 0 ? null : (
        <Fresh type="button" onClick={desk.settle}>
          {t('fresh', { count: fresh, value: format.number(fresh) })}
        </Fresh>
      )}
    </Pane>
  );
}
