/** Lists the marks of a strip: fields for their texts, figures of the calipers, and the lead of each. */
import { styled } from '@mui/material/styles';
import { ArrowDownLeftIcon, RulerIcon, TextTIcon, TrashIcon } from '@phosphor-icons/react';
import { stripTextLength } from '@rhythmdesk/contract/reading';
import type { StripMark } from '@rhythmdesk/ecg/reading/edits';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { MarkTool } from './basket-edits.ts';
import type { StripMarks } from './use-strip-marks.ts';
import { isPress } from '../../../../ui/keys/widget-keys.ts';

const Rows = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: '4px 16px 8px',
  listStyle: 'none',
  maxHeight: 190,
  flex: 'none',
  overflowY: 'auto',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 34,
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  },
  '& > li > b': { flex: 1, minWidth: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& > li > span': { display: 'flex', alignItems: 'center', gap: 6, minWidth: 120, whiteSpace: 'nowrap' },
  '& input, & select': {
    minHeight: 28,
    padding: '0 8px',
    border: `1px solid ${theme.vars.palette.line.strong}`,
    borderRadius: 4,
    font: 'inherit',
    color: 'inherit',
    backgroundColor: theme.vars.palette.surface.s1,
  },
  '& input': { flex: 1, minWidth: 0 },
}));
const None = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '10px 16px 12px',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

export const toolIcons = {
  arrow: ArrowDownLeftIcon,
  text: TextTIcon,
  caliper: RulerIcon,
} as const satisfies Record<MarkTool, unknown>;

type RowProps = {
  readonly held: StripMarks;
  readonly index: number;
  readonly mark: StripMark;
  readonly said: string;
  readonly leads: readonly string[];
};

/** Moves the focus back to the paper, where the next key draws. */
function leave(field: HTMLElement, index: number): void {
  const handle = field
    .closest('[role="dialog"]')
    ?.querySelector<HTMLElement>(`[data-mark="${String(index)}"]`);
  if (handle === null || handle === undefined) field.blur();
  else handle.focus();
}

function Words({ held, index, mark, said }: RowProps) {
  const { t } = useTranslation('basket');
  const format = useFormat();
  if (mark.of === 'caliper') return <b>{said}</b>;
  const write = (text: string): void =>
    held.draft(held.marks.map((one, i) => (i === index && one.of !== 'caliper' ? { ...one, text } : one)));
  const trimmed = held.marks.map((one, i) =>
    i === index && one.of !== 'caliper' ? { ...one, text: one.text.trim() } : one,
  );
  return (
    <input
      data-words={index}
      aria-label={t('mark.text', { place: format.number(index + 1) })}
      placeholder={t('mark.placeholder')}
      maxLength={stripTextLength}
      value={mark.text}
      onChange={({ target }) => write(target.value)}
      onBlur={() => held.keep(trimmed)}
      onKeyDown={(event) => {
        if (!isPress(event, '⏎', 'Esc')) return;
        // What was typed is kept first; the next Esc closes.
        event.stopPropagation();
        leave(event.currentTarget, index);
      }}
    />
  );
}

function LeadChoice({ held, index, mark, leads }: RowProps) {
  const { t } = useTranslation('basket');
  const format = useFormat();
  if (leads.length < 2) return null;
  const choose = (lead: number): void =>
    held.keep(held.marks.map((one, i) => (i === index ? { ...one, lead } : one)));
  return (
    <select
      aria-label={t('mark.lead', { place: format.number(index + 1) })}
      value={mark.lead}
      onChange={({ target }) => choose(Number(target.value))}
    >
      {leads.map((name, lead) => (
        <option key={lead} value={lead}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Row(props: RowProps) {
  const { held, index, mark } = props;
  const { t } = useTranslation('basket');
  const format = useFormat();
  const Icon = toolIcons[mark.of];
  return (
    <li>
      <span>
        <Icon size={16} aria-hidden="true" />
        {format.number(index + 1)} · {t(`tool.${mark.of}`)}
      </span>
      <Words {...props} />
      <LeadChoice {...props} />
      <IconButton
        name={t('mark.remove', { place: format.number(index + 1) })}
        size="small"
        onClick={() => held.keep(held.marks.filter((_, i) => i !== index))}
      >
        <TrashIcon size={16} />
      </IconButton>
    </li>
  );
}

type ListProps = Pick<RowProps, 'held' | 'leads'> & { readonly said: readonly string[] };

export function MarkList({ held, said, leads }: ListProps) {
  const { t } = useTranslation('basket');
  if (held.marks.length === 0) return <None>{t('editor.marks.none')}</None>;
  return (
    <Rows aria-label={t('editor.marks')}>
      {held.marks.map((mark, index) => (
        <Row key={index} {...{ held, index, mark, leads }} said={said[index] ?? ''} />
      ))}
    </Rows>
  );
}
