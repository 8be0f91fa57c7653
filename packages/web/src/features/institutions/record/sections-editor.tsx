/** Edits the sections of a report and their order: a checkbox each, and two arrows that move it. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import type { ReportSection } from '@rhythmdesk/domain/report/report-form';
import { ArrowDownIcon, ArrowUpIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { FieldDraft } from './field-draft.ts';
import { changedSections, sectionOrder, sectionsIn } from './section-order.ts';

const Lines = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 34,
    borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  },
  '& label': { flex: 1, marginRight: 0 },
}));
const Note = styled('p')(({ theme }) => ({
  margin: 0,
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
}));

export type SectionsEditorProps = {
  label: string;
  draft: FieldDraft;
  onChange: (draft: FieldDraft) => void;
};

/** The editor keeps its own order, so that a section that was left out keeps its place. */
function useSections({ draft, onChange }: SectionsEditorProps) {
  const chosen = sectionsIn(draft.text);
  const [order, setOrder] = useState<readonly ReportSection[]>(() => sectionOrder(chosen));
  const isOn = (section: ReportSection): boolean => chosen.length === 0 || chosen.includes(section);
  const send = (next: readonly ReportSection[], on: (section: ReportSection) => boolean) => {
    setOrder(next);
    onChange({ ...draft, text: changedSections(next, on) });
  };
  return {
    order,
    isOn,
    isLast: order.filter(isOn).length === 1,
    turn: (section: ReportSection, checked: boolean) =>
      send(order, (each) => (each === section ? checked : isOn(each))),
    move: (at: number, by: -1 | 1) => {
      const next = [...order];
      const [taken] = next.splice(at, 1);
      if (taken === undefined) return;
      next.splice(at + by, 0, taken);
      send(next, isOn);
    },
    reset: () => {
      setOrder(sectionOrder([]));
      onChange({ ...draft, text: '' });
    },
  };
}

type LineProps = { section: ReportSection; at: number; sections: ReturnType<typeof useSections> };

function Line({ section, at, sections }: LineProps) {
  const { t } = useTranslation('institutions');
  const { order, isOn, isLast, turn, move } = sections;
  const name = t(`section.${section}`);
  const checked = isOn(section);
  return (
    <li>
      <FormControlLabel
        label={name}
        control={
          <Checkbox
            size="small"
            checked={checked}
            disabled={isLast && checked}
            onChange={(_event, next) => turn(section, next)}
          />
        }
      />
      <IconButton
        name={t('section.up', { name })}
        size="small"
        disabled={at === 0}
        onClick={() => move(at, -1)}
      >
        <ArrowUpIcon size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        name={t('section.down', { name })}
        size="small"
        disabled={at === order.length - 1}
        onClick={() => move(at, 1)}
      >
        <ArrowDownIcon size={16} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

export function SectionsEditor(props: SectionsEditorProps) {
  const { label, draft } = props;
  const { t } = useTranslation('institutions');
  const sections = useSections(props);
  return (
    <>
      <Lines aria-label={label}>
        {sections.order.map((section, at) => (
          <Line key={section} section={section} at={at} sections={sections} />
        ))}
      </Lines>
      <Note>{t('section.always')}</Note>
      {draft.text === '' ? null : (
        <div>
          <Button variant="text" onClick={sections.reset}>
            {t('section.standard')}
          </Button>
        </div>
      )}
    </>
  );
}
