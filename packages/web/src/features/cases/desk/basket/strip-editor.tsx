/**
 * Edits one selected strip on its paper: its scale and its marks (arrows, texts, calipers). The user selects a tool and
 * presses or drags. A key of a tool puts its mark on the beat in the middle, and the arrow keys then move its handles.
 * Every change is an edit of the reading that can be undone.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { styled } from '@mui/material/styles';
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { mostStripMarks } from '@rhythmdesk/contract/reading';
import { stripGains, stripSpeeds, usualScale } from '@rhythmdesk/ecg/labels/strip-labels';
import type { StripScale } from '@rhythmdesk/ecg/reading/edits';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/read-strips';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { BarLine, ChoiceRow } from '../../../../trace/panels/bar-parts.tsx';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { CaptionField } from '../../analysis/strip-caption.tsx';
import { useStripName } from '../../analysis/use-strip-words.ts';
import { useUndo } from '../../reading/use-undo.ts';
import { changeStrip, drawnMark, type MarkTool, markTools, middlePlace } from './basket-edits.ts';
import { usePlaceTime } from '../session/item-words.ts';
import { toolIcons } from './mark-list.tsx';
import { StripPaper } from './strip-paper.tsx';
import type { Desk } from '../session/use-desk.ts';
import { type StripMarks, useStripMarks } from './use-strip-marks.ts';
import { useTableCommands } from '../../../../ui/keys/use-table-commands.ts';
import { editorKeys, markCommands } from './editor-keys.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  gap: 10,
  minHeight: 48,
  padding: '0 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  color: theme.vars.palette.text.secondary,
  '& h2': {
    margin: 0,
    fontSize: textSize.body,
    fontWeight: 600,
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.primary,
  },
  '& time': { whiteSpace: 'nowrap' },
}));
const Tools = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  flex: 'none',
  gap: '4px 10px',
  minHeight: 44,
  padding: '4px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'flex-end',
  flex: 'none',
  gap: 8,
  padding: '10px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
}));

type EditorProps = {
  readonly desk: Desk;
  readonly view: RecordingHandle;
  /** The number of the strip. */
  readonly number: number;
  readonly onShow: (number: number) => void;
  readonly onClose: () => void;
};
type OpenProps = Omit<EditorProps, 'number'> & { readonly strip: ReadStrip; readonly at: number };

type ToolsProps = OpenProps & {
  readonly held: StripMarks;
  readonly tool: MarkTool | null;
  readonly onTool: (tool: MarkTool | null) => void;
  readonly onPut: (tool: MarkTool) => void;
};

function ToolRow({ desk, strip, held, tool, onTool, onPut }: ToolsProps) {
  const { t } = useTranslation('basket');
  const { t: ofTrace } = useTranslation('trace');
  const scale = strip.scale ?? usualScale;
  const setScale = (next: Partial<StripScale>): void =>
    desk.write([changeStrip(strip, { scale: { ...scale, ...next } })]);
  const isFull = held.marks.length >= mostStripMarks;
  return (
    <Tools role="toolbar" aria-label={t('editor.tools')}>
      {markTools.map((one) => {
        const Icon = toolIcons[one];
        return (
          <Button
            key={one}
            size="small"
            variant={tool === one ? 'contained' : 'text'}
            color={tool === one ? 'primary' : 'inherit'}
            aria-pressed={tool === one}
            disabled={isFull}
            startIcon={<Icon size={16} />}
            // A click without a pointer (`detail` 0) has no position, so the mark is put in the middle.
            onClick={({ detail }) => (detail === 0 ? onPut(one) : onTool(tool === one ? null : one))}
          >
            {t(`tool.${one}`)}
            <KeyCap name={editorKeys[markCommands[one]].keys[0]} command={markCommands[one]} />
          </Button>
        );
      })}
      <BarLine />
      <ChoiceRow
        name={ofTrace('speed')}
        values={stripSpeeds}
        value={scale.mm_per_s}
        worded={(speed) => ofTrace('speed.value', { speed })}
        onChoose={(mm_per_s) => setScale({ mm_per_s })}
      />
      <ChoiceRow
        name={ofTrace('gain')}
        values={stripGains}
        value={scale.mm_per_mv}
        worded={(gain) => ofTrace('gain.value', { gain })}
        onChoose={(mm_per_mv) => setScale({ mm_per_mv })}
      />
      <span>{isFull ? t('editor.full', { most: mostStripMarks }) : t(`editor.hint.${tool ?? 'none'}`)}</span>
    </Tools>
  );
}

function EditorHead({ desk, view, strip, at, onShow, titleId }: OpenProps & { titleId: string }) {
  const { t } = useTranslation('basket');
  const format = useFormat();
  const time = usePlaceTime()(strip.start_sample, view);
  const nameOf = useStripName();
  const strips = desk.shown?.strips ?? [];
  const places = { place: format.number(at + 1), total: format.number(strips.length) };
  const name = desk.shown === null ? '' : nameOf(strip, desk.shown.summary);
  const step = (by: -1 | 1): void => {
    const next = strips[at + by];
    if (next !== undefined) onShow(next.strip);
  };
  return (
    <Head>
      <h2 id={titleId}>{t('editor.title', places)}</h2>
      <CaptionField strip={strip} write={desk.write} time={time} name={name} />
      <time>{time}</time>
      <IconButton name={t('editor.previous')} size="small" disabled={at === 0} onClick={() => step(-1)}>
        <CaretLeftIcon size={16} weight="bold" />
      </IconButton>
      <IconButton
        name={t('editor.next')}
        size="small"
        disabled={at === strips.length - 1}
        onClick={() => step(1)}
      >
        <CaretRightIcon size={16} weight="bold" />
      </IconButton>
    </Head>
  );
}

/** Focuses the text field of a mark, or the handle of its last point, once it is drawn. */
function focusMark(root: HTMLElement | null, index: number): void {
  requestAnimationFrame(() => {
    const words = root?.querySelector<HTMLElement>(`[data-words="${String(index)}"]`);
    const handles = root?.querySelectorAll<HTMLElement>(`[data-mark="${String(index)}"]`);
    (words ?? handles?.item(handles.length - 1))?.focus();
  });
}

function useEditor({ desk, view, strip, onClose }: OpenProps) {
  const root = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<MarkTool | null>(null);
  const held = useStripMarks(desk, strip);
  const { undo, redo } = useUndo();
  const drawing = { beats: desk.shown?.beats.sample ?? [], sampling_hz: view.sampling_hz, strip };
  const add = (mark: ReturnType<typeof drawnMark>): void => {
    const marks = [...held.marks, mark];
    // A mark with text is saved once its text is written.
    if (mark.of === 'text') held.draft(marks);
    else held.keep(marks);
    setTool(null);
    focusMark(root.current, marks.length - 1);
  };
  const put = (chosen: MarkTool): void => {
    if (held.marks.length >= mostStripMarks) return;
    const place = middlePlace(
      drawing,
      view.small.leadWithin([{ start: strip.start_sample, end: strip.end_sample }]),
    );
    add(drawnMark(chosen, place, place, drawing));
  };
  const remove = (): void => {
    const { activeElement } = document;
    const index = activeElement instanceof HTMLElement ? activeElement.dataset['mark'] : undefined;
    if (index !== undefined) held.keep(held.marks.filter((_, i) => String(i) !== index));
  };
  const back = (step: (() => void) | null) => (): void => {
    held.drop();
    step?.();
  };
  useTableCommands(
    { ...editorKeys, undo: judgeKeys.undo, redo: judgeKeys.redo },
    {
      ...Object.fromEntries(markTools.map((one) => [markCommands[one], { once: true, run: () => put(one) }])),
      'mark-remove': { run: remove },
      undo: { run: back(undo) },
      redo: { run: back(redo) },
    },
    'dialog',
  );
  /** The first call deselects the tool, the next one closes the editor. */
  const leave = (): void => (tool === null ? onClose() : setTool(null));
  return { root, tool, setTool, held, add, put, leave, drawing };
}

function OpenEditor(props: OpenProps) {
  const { view, desk, strip, onClose } = props;
  const { t } = useTranslation('basket');
  const id = useId();
  const { root, tool, setTool, held, add, put, leave, drawing } = useEditor(props);
  return (
    <Dialog
      open
      fullWidth
      maxWidth="lg"
      ref={root}
      aria-labelledby={id}
      onClose={leave}
      slotProps={{ paper: { style: { maxHeight: 'calc(100% - 48px)' } } }}
    >
      <EditorHead {...props} titleId={id} />
      <ToolRow {...props} {...{ held, tool }} onTool={setTool} onPut={put} />
      <StripPaper
        {...{ desk, view, strip, held, tool }}
        onDrawn={(from, to) => (tool === null ? undefined : add(drawnMark(tool, from, to, drawing)))}
      />
      <Foot>
        <Button variant="contained" color="primary" size="small" autoFocus onClick={onClose}>
          {t('editor.done')}
          <KeyCap name="Esc" />
        </Button>
      </Foot>
    </Dialog>
  );
}

export function StripEditor({ number, ...props }: EditorProps) {
  const strips = props.desk.shown?.strips ?? [];
  const at = strips.findIndex((one) => one.strip === number);
  const strip = strips[at];
  return strip === undefined ? null : <OpenEditor key={number} {...props} strip={strip} at={at} />;
}
