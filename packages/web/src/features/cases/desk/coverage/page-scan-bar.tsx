/**
 * Shows the controls of the page scan above the page: minutes per page, automatic turning, the page number, and the
 * button that marks the page as reviewed and shows the next one.
 */
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { styled } from '@mui/material/styles';
import { CheckIcon, PauseIcon, PlayIcon } from '@phosphor-icons/react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { useCommands } from '../../../../ui/keys/use-commands.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { useKeyNamer } from '../../../../ui/keys/key-names.ts';
import { pageMinutes, type Scan, scanAfter, type ScanCommand, scanOf } from './page-scan.ts';
import { useCoverage } from './use-coverage.ts';
import type { Desk } from '../session/use-desk.ts';
import { recordingKeys } from '../../../../trace/panels/recording-keys.ts';
import { tabKeys } from '../session/tab-keys.ts';
import { scanKeys } from './coverage-keys.ts';
import { useDeskCommands } from '../keys/use-desk-commands.ts';

const Bar = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  flex: 'none',
  minHeight: 44,
  padding: '4px 12px',
  whiteSpace: 'nowrap',
  backgroundColor: theme.vars.palette.surface.s1,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& .quiet': { color: theme.vars.palette.text.secondary },
  '& .seen': { display: 'inline-flex', alignItems: 'center', gap: 4, color: theme.vars.palette.success.main },
  '& .warn': { color: theme.vars.palette.warning.main },
}));
const Space = styled('span')({ flex: 1 });

const never = (): (() => void) => () => undefined;

/** Returns the index of the shown page and the number of pages. */
function usePage(view: RecordingHandle | null): { readonly page: number; readonly pages: number } {
  const subscribe = view?.onMoved ?? never;
  const page = useSyncExternalStore(subscribe, () => view?.page() ?? 0);
  const pages = useSyncExternalStore(subscribe, () => view?.pages() ?? 1);
  return { page, pages };
}

type Turning = { readonly view: RecordingHandle | null; readonly scan: Scan; readonly page: number };

/** Turns the page after it was fully drawn for as long as the pace says; stops at the last page. */
function useTurning({ view, scan, page }: Turning, onTurn: () => void): void {
  const turn = useEffectEvent(onTurn);
  useEffect(() => {
    if (!scan.turns || view === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHere = true;
    void view.whenIdle().then(() => {
      if (isHere) timer = setTimeout(() => turn(), scan.pace * 1000);
    });
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [view, scan, page]);
}

/** The message after a key that turned no page; shown until a page is turned. */
type Said = { readonly page: number; readonly word: 'last' | 'findings' };

/** Runs the commands of the scan. */
function useScanning(desk: Desk) {
  const { view } = desk;
  const coverage = useCoverage();
  const held = scanOf(desk);
  const scan = useStored(held);
  const { page, pages } = usePage(view);
  const subscribe = view?.onMoved ?? never;
  const readable = useSyncExternalStore(subscribe, () => view?.isPageReadable() ?? true);
  const isLast = page === pages - 1;
  const [said, setSaid] = useState<Said | null>(null);
  const run = (command: ScanCommand): void => {
    if (command.kind === 'finding') return setSaid({ page, word: 'findings' });
    if (command.kind !== 'seen') return held.set(scanAfter(scan, command));
    if (view === null) return;
    // Nothing that is still being loaded, or could not be, was seen.
    if (readable) for (const span of view.readable()) coverage.see(span);
    if (isLast) setSaid({ page, word: 'last' });
    else view.turnPage(1);
  };
  useTurning({ view, scan, page }, () => {
    if (isLast) {
      held.set({ ...scan, turns: false });
      setSaid({ page, word: 'last' });
    } else view?.turnPage(1);
  });
  const isSeen = view !== null && coverage.isSeen(view.pageSpan());
  const word = said?.page === page ? said.word : null;
  return { scan, page, pages, readable, isSeen, word, run };
}

const commandKeys = {
  ...scanKeys,
  ...{ 'step-before': recordingKeys['step-before'], 'step-after': recordingKeys['step-after'] },
};

function useScanCommands(run: (command: ScanCommand) => void): void {
  const { t } = useTranslation('desk');
  const minutes = { title: t('scan.minutes') };
  const [shorter, longer] = scanKeys.minutes.keys;
  const [faster, slower] = scanKeys.pace.keys;
  const pace = { id: 'pace', title: t('scan.pace'), footer: true } as const;
  const said = { unlisted: true, run: () => run({ kind: 'finding' }) };
  useDeskCommands(commandKeys, {
    seen: { line: t('scan.seen-next'), footer: true, once: true, run: () => run({ kind: 'seen' }) },
    turning: { line: t('scan.turns'), footer: true, once: true, run: () => run({ kind: 'turn' }) },
    'step-before': said,
    'step-after': said,
  });
  useCommands(
    [
      { ...pace, keys: [faster], run: () => run({ kind: 'pace', by: 1 }) },
      { ...pace, keys: [slower], run: () => run({ kind: 'pace', by: -1 }) },
      { ...minutes, id: 'minutes', keys: [shorter], run: () => run({ kind: 'minutes', by: -1 }) },
      { ...minutes, id: 'minutes', keys: [longer], run: () => run({ kind: 'minutes', by: 1 }) },
      {
        ...minutes,
        id: 'scan.shorter',
        keys: ['='],
        unlisted: true,
        run: () => run({ kind: 'minutes', by: -1 }),
      },
    ],
    'tool',
  );
}

export function PageScanBar({ desk }: { desk: Desk }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const nameOf = useKeyNamer();
  const { scan, page, pages, readable, isSeen, word, run } = useScanning(desk);
  useScanCommands(run);
  const place = { index: format.number(page + 1), total: format.number(pages) };
  // A press on the bar does not move the focus, so that Space still applies to the page.
  return (
    <Bar aria-label={t('view.scan')} onMouseDown={(event) => event.preventDefault()}>
      <span id="scan-minutes">{t('scan.minutes')}</span>
      <ToggleButtonGroup exclusive size="small" value={scan.minutes} aria-labelledby="scan-minutes">
        {pageMinutes.map((minutes) => (
          <ToggleButton key={minutes} value={minutes} onClick={() => scanOf(desk).set({ ...scan, minutes })}>
            {format.number(minutes)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Button
        size="small"
        variant="outlined"
        aria-pressed={scan.turns}
        startIcon={scan.turns ? <PauseIcon size={15} /> : <PlayIcon size={15} />}
        onClick={() => run({ kind: 'turn' })}
      >
        {t('scan.turns')}
        <KeyCap name={scanKeys.turning.keys[0]} command="turning" />
      </Button>
      <span className="quiet">{t('scan.every', { value: format.number(scan.pace) })}</span>
      <Space />
      <span className="quiet" role="status">
        {word === null
          ? null
          : t(`scan.said.${word}`, { key: nameOf(tabKeys['tab-findings'].keys[0], 'tab-findings') })}
      </span>
      {readable ? null : <span className="warn">{t('scan.too-small')}</span>}
      {isSeen ? (
        <span className="seen">
          <CheckIcon size={14} weight="bold" aria-hidden="true" />
          {t('scan.seen')}
        </span>
      ) : null}
      <span aria-live={scan.turns ? 'off' : 'polite'}>{t('scan.page', place)}</span>
      <Button size="small" variant="contained" color="primary" onClick={() => run({ kind: 'seen' })}>
        {t(readable ? 'scan.seen-next' : 'scan.next')}
        <KeyCap name={scanKeys.seen.keys[0]} command="seen" />
      </Button>
    </Bar>
  );
}
