/**
 * Shows the log of the reading: who did what and when, newest first. A press shows the place. Each step can be undone
 * by itself.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { ArrowClockwiseIcon, ArrowCounterClockwiseIcon } from '@phosphor-icons/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import { nameLanguage } from '../../../../platform/texts/name-language.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { useStripPlace } from '../../analysis/strip-place.tsx';
import { useReadingPart } from '../../reading/reading-context.tsx';
import type { WrittenEdit } from '../../reading/reading-state.ts';
import { type EditAct, editActs, placeOfAct } from './edit-log.ts';
import { useActWords } from './edit-words.ts';
import { usePlaceTime } from '../session/item-words.ts';
import { Head } from '../session/pane-parts.ts';
import type { Desk } from '../session/use-desk.ts';

const Frame = styled('section')({ display: 'flex', flexDirection: 'column', flex: '1 1 50%', minHeight: 0 });
const Acts = styled('ol')({
  flex: 1,
  minHeight: 0,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowY: 'auto',
  scrollbarWidth: 'thin',
});
const Item = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '& > button:first-of-type': {
    flex: 1,
    minWidth: 0,
    padding: '6px 4px 6px 14px',
    border: 0,
    font: 'inherit',
    textAlign: 'left',
    color: 'inherit',
    background: 'none',
    cursor: 'pointer',
  },
  '& > button:disabled': { cursor: 'default' },
  '& b': { display: 'block', fontWeight: 500, overflowWrap: 'anywhere' },
  '&[data-stands="false"] b': { textDecoration: 'line-through', color: theme.vars.palette.text.secondary },
  '& small': {
    display: 'block',
    fontSize: textSize.small,
    lineHeight: '16px',
    color: theme.vars.palette.text.secondary,
  },
}));
const More = styled('li')({ padding: 10, '& > button': { width: '100%' } });
const None = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '12px 14px',
  color: theme.vars.palette.text.secondary,
}));

/** Number of entries shown at first, and added by each press. */
const pageOfActs = 100;

type ActProps = {
  readonly act: EditAct;
  readonly log: readonly WrittenEdit[];
  readonly desk: Desk;
  readonly view: RecordingHandle;
};

/** Shows the button that undoes a step, or redoes an undone one. */
function Turn({ act: { turn, stands }, desk, what }: Pick<ActProps, 'act' | 'desk'> & { what: string }) {
  const { t } = useTranslation('edit-log');
  if (turn === null || !desk.writes) return null;
  const Icon = stands ? ArrowCounterClockwiseIcon : ArrowClockwiseIcon;
  return (
    <IconButton
      name={t(stands ? 'take-back' : 'bring-back', { what })}
      size="small"
      onClick={() => desk.write([{ kind: 'undo', edit: turn }])}
    >
      <Icon size={15} aria-hidden="true" />
    </IconButton>
  );
}

function Act({ act, log, desk, view }: ActProps) {
  const { t } = useTranslation('edit-log');
  const format = useFormat();
  const nowMs = useNow();
  const self = useSessionUser();
  const strip = useStripPlace();
  const timeOf = usePlaceTime();
  const words = useActWords(log, view.sampling_hz);
  const place = placeOfAct(act, log);
  const name = act.written.author?.name ?? self.name;
  const what = words(act);
  return (
    <Item data-stands={act.stands}>
      <button type="button" disabled={place === null} onClick={() => place && strip.showSpan(place)}>
        <b>{what}</b>
        {act.stands ? null : <small>{t('no-longer')}</small>}
        {place === null ? null : <small>{timeOf(place.start, view)}</small>}
        <small>
          <span lang={nameLanguage(name)}>{name}</span> · {format.moment(act.written.at_ms, nowMs)}
        </small>
      </button>
      <Turn {...{ act, desk, what }} />
    </Item>
  );
}

export function EditLog({ desk }: { desk: Desk }) {
  const { t } = useTranslation('edit-log');
  const format = useFormat();
  const log = useReadingPart((reading) => reading?.log);
  // The server sends the edit lock with the log; before, an empty log says nothing.
  const isRead = useReadingPart(
    (reading) => reading !== null && (reading.edit_lock !== null || reading.log.length > 0),
  );
  const acts = useMemo(() => editActs(log ?? []), [log]);
  const [shown, setShown] = useState(pageOfActs);
  const { view } = desk;
  return (
    <Frame aria-label={t('title')}>
      <Head>
        <div>
          <h2>{t('title')}</h2>
          {isRead ? (
            <span>{t('count', { count: acts.length, value: format.number(acts.length) })}</span>
          ) : null}
        </div>
      </Head>
      {isRead && acts.length === 0 ? <None>{t('none')}</None> : null}
      <Acts>
        {view === null || log === undefined
          ? null
          : acts.slice(0, shown).map((act) => <Act key={act.key} {...{ act, log, desk, view }} />)}
        {acts.length <= shown ? null : (
          <More>
            <Button size="small" onClick={() => setShown(shown + pageOfActs)}>
              {t('older')}
            </Button>
          </More>
        )}
      </Acts>
    </Frame>
  );
}
