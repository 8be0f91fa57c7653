/**
 * Lists the strips that the reading suggests for the report: its extremes, and the gravest accepted finding of each kind.
 * A row adds its own strip, the button and its key add all.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { PlusIcon } from '@phosphor-icons/react';
import { type SuggestedStrip, suggestedStrips } from '@rhythmdesk/ecg/reading/suggested-strips';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import type { ShownReading } from '../../reading/reading-state.ts';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { useItemWords, usePlaceTime } from '../session/item-words.ts';
import type { Desk } from '../session/use-desk.ts';
import { basketKeys } from './basket-keys.ts';

const Rows = styled('ul')({ listStyle: 'none', margin: '0 0 8px', padding: 0 });
const Row = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  width: '100%',
  minHeight: 28,
  padding: '2px 4px',
  border: 0,
  borderRadius: 6,
  font: 'inherit',
  textAlign: 'left',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& svg': { flex: 'none', color: theme.vars.palette.primary.main },
}));

type SuggestedProps = {
  readonly desk: Desk;
  readonly view: RecordingHandle;
  readonly shown: ShownReading;
};

function suggestedFor({ desk, view, shown }: SuggestedProps): SuggestedStrip[] {
  const { clock } = view.small;
  const basket = {
    strips: shown.strips,
    rates: shown.summary.rate,
    beats: shown.beats.sample,
    sampling_hz: clock.sampling_hz,
    length: clock.samples,
    leadOf: (start: number, end: number) => view.small.leadWithin([{ start, end }]),
  };
  return suggestedStrips(basket, desk.groups);
}

type OneProps = SuggestedProps & { readonly suggested: SuggestedStrip };

function Suggested({ desk, view, suggested: { edit, item } }: OneProps) {
  const { t } = useTranslation('desk');
  const timeOf = usePlaceTime();
  const wordsOf = useItemWords();
  const ofExtreme = edit.shows === undefined ? '' : t(`extreme.${edit.shows.extreme}`);
  const name = item === null ? ofExtreme : wordsOf(item, view).name;
  const time = timeOf(item?.start_sample ?? edit.shows?.sample ?? edit.start_sample, view);
  return (
    <li>
      <Row type="button" onClick={() => desk.write([edit])}>
        <PlusIcon size={14} weight="bold" aria-hidden="true" />
        <span>{name}</span> {time}
      </Row>
    </li>
  );
}

export function SuggestedStrips(props: SuggestedProps) {
  const { t } = useTranslation('basket');
  const format = useFormat();
  const { desk } = props;
  const suggested = suggestedFor(props);
  const count = suggested.length;
  const isStale = count > 0 && suggested.every(({ edit }) => edit.kind === 'change_strip');
  const label = isStale ? t('extremes.renew') : t('extremes.add', { count, value: format.number(count) });
  const run = (): void => desk.write(suggested.map(({ edit }) => edit));
  useDeskCommands(basketKeys, { extremes: count === 0 ? undefined : { line: label, run } }, 'desk');
  if (count === 0) return null;
  return (
    <>
      {isStale ? null : (
        <Rows aria-label={t('suggested')}>
          {suggested.map((one) => (
            <Suggested
              key={one.item?.key ?? one.edit.shows?.extreme ?? one.edit.order}
              {...props}
              suggested={one}
            />
          ))}
        </Rows>
      )}
      <Button size="small" variant="outlined" fullWidth onClick={run}>
        {label}
        <KeyCap name={basketKeys.extremes.keys[0]} command="extremes" />
      </Button>
    </>
  );
}
