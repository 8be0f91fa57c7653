/** Shows the text field of a notice: Markdown, with its few supported marks as tools and Ctrl+B. */
import { styled } from '@mui/material/styles';
import {
  LinkSimpleIcon,
  ListBulletsIcon,
  ListNumbersIcon,
  TextBIcon,
  TextHTwoIcon,
  WarningCircleIcon,
} from '@phosphor-icons/react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { insertLink, type Selected, toggleBold, toggleLines } from './markdown-edits.ts';
import { isPress } from '../../../ui/keys/widget-keys.ts';
import FormHelperText from '@mui/material/FormHelperText';

/** Shows the error of the field above. */
function FieldNote({ id, fault }: { id: string; fault: string | undefined }) {
  if (fault === undefined) return null;
  return (
    <FormHelperText id={id} role="alert" error>
      <WarningCircleIcon
        size={14}
        weight="fill"
        aria-hidden="true"
        style={{ verticalAlign: -2, marginRight: 4 }}
      />
      {fault}
    </FormHelperText>
  );
}

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 220,
  border: `1px solid ${theme.vars.palette.line.strong}`,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.surface.s1,
  '&:focus-within': { outline: `2px solid ${theme.vars.palette.focus}`, outlineOffset: -1 },
  '&[data-fault]': { borderColor: theme.vars.palette.error.main },
  '& textarea': {
    flex: 1,
    width: '100%',
    minHeight: 160,
    padding: '12px 14px',
    border: 0,
    outline: 'none',
    resize: 'vertical',
    color: 'inherit',
    backgroundColor: 'transparent',
    fontFamily: 'var(--font-mono)',
    fontSize: textSize.body,
    lineHeight: '20px',
  },
}));
const Tools = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minHeight: 36,
  padding: '0 6px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& .line': { width: 1, height: 18, margin: '0 4px', backgroundColor: theme.vars.palette.line.main },
  '& .hint': {
    marginLeft: 'auto',
    paddingRight: 6,
    fontSize: textSize.small,
    color: theme.vars.palette.text.secondary,
    [theme.breakpoints.down('md')]: { display: 'none' },
  },
}));
const Label = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 8,
  marginBottom: 6,
  fontSize: textSize.small,
  '& label': { fontWeight: 600 },
  '& span': { color: theme.vars.palette.text.secondary },
}));

type Edit = (selected: Selected) => Selected;

function useEdits(value: string, onChange: (text: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const wanted = useRef<Pick<Selected, 'start' | 'end'>>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(wanted.current.start, wanted.current.end);
    wanted.current = null;
  }, [value]);
  const apply = (edit: Edit) => {
    if (field.current === null) return;
    const { selectionStart: start, selectionEnd: end } = field.current;
    const { text, ...place } = edit({ text: value, start, end });
    wanted.current = place;
    onChange(text);
  };
  return { field, apply };
}

const boldKey = 'Ctrl+B';

function Toolbar({ apply }: { apply: (edit: Edit) => void }) {
  const { t } = useTranslation('notices');
  const tool = (name: string, icon: ReactNode, edit: Edit, keyName?: string) => (
    <IconButton
      name={name}
      size="small"
      onClick={() => apply(edit)}
      {...(keyName === undefined ? {} : { keyName })}
    >
      {icon}
    </IconButton>
  );
  const shown = { size: 16, 'aria-hidden': true } as const;
  return (
    <Tools role="toolbar" aria-label={t('tools')}>
      {tool(t('tool.heading'), <TextHTwoIcon {...shown} />, (at) => toggleLines(at, 'heading'))}
      {tool(t('tool.bold'), <TextBIcon {...shown} />, toggleBold, boldKey)}
      <span className="line" />
      {tool(t('tool.bullets'), <ListBulletsIcon {...shown} />, (at) => toggleLines(at, 'bullets'))}
      {tool(t('tool.numbers'), <ListNumbersIcon {...shown} />, (at) => toggleLines(at, 'numbers'))}
      <span className="line" />
      {tool(t('tool.link'), <LinkSimpleIcon {...shown} />, (at) => insertLink(at, t('tool.link-words')))}
      <span className="hint">
        <KeyCap name={boldKey} quiet /> {t('tool.bold')}
      </span>
    </Tools>
  );
}

export type MarkdownFieldProps = {
  value: string;
  lang: string;
  fault: string | undefined;
  maxLength: number;
  onChange: (text: string) => void;
};

export function MarkdownField({ value, lang, fault, maxLength, onChange }: MarkdownFieldProps) {
  const { t } = useTranslation('notices');
  const id = useId();
  const { field, apply } = useEdits(value, onChange);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPress(event, boldKey)) return;
    event.preventDefault();
    apply(toggleBold);
  };
  return (
    <div style={{ display: 'flex', flexDirection: 'column', flex: 1 }}>
      <Label>
        <label htmlFor={id}>{t('field.text')}</label>
        <span>Markdown</span>
      </Label>
      <Frame data-fault={fault === undefined ? undefined : ''}>
        <Toolbar apply={apply} />
        <textarea
          ref={field}
          id={id}
          lang={lang}
          data-field="content"
          value={value}
          maxLength={maxLength}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-note`}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
      </Frame>
      <FieldNote id={`${id}-note`} fault={fault} />
    </div>
  );
}
