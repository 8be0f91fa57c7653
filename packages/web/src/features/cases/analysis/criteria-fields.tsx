/**
 * Shows every criterion with its unit, limits, default and meaning; a value that differs from the default is marked.
 */
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import {
  criteriaKeys,
  criteriaLimits,
  criteriaSteps,
  defaultCriteria,
} from '@rhythmdesk/ecg/criteria/criteria';
import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type CriteriaDraft, type CriteriaKey, criterionFault, isDefault } from './criteria-draft.ts';

const List = styled('div')({ display: 'flex', flexDirection: 'column' });
const Row = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 132px 32px',
  gridTemplateAreas: '"name value reset" "about value reset" "note note note"',
  columnGap: 12,
  alignItems: 'center',
  padding: '8px 0 8px 10px',
  borderLeft: '2px solid transparent',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
  '&[data-changed]': { borderLeftColor: theme.vars.palette.primary.main },
  '& label': { gridArea: 'name', fontWeight: 500 },
  '& .about': { gridArea: 'about', fontSize: textSize.small, lineHeight: '16px' },
  '& .about, & .note': { margin: 0, color: theme.vars.palette.text.secondary },
  '& .note': { gridArea: 'note', fontSize: textSize.small, lineHeight: '16px', marginTop: 2 },
  '& .note[data-fault]': { color: theme.vars.palette.error.main },
  '& .changed': { color: theme.vars.palette.primary.main, fontWeight: 500 },
  '& .MuiOutlinedInput-root': { gridArea: 'value' },
  '& input': { textAlign: 'right' },
  '& .unit': { marginLeft: 6, color: theme.vars.palette.text.secondary, whiteSpace: 'nowrap' },
  '& > .reset': { gridArea: 'reset' },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) 112px 28px',
    gridTemplateAreas: '"name value reset" "about about about" "note note note"',
    columnGap: 6,
    rowGap: 4,
  },
}));

type Unit = 's' | 'beats' | 'percent' | 'bpm' | 'intervals';
export const criterionUnits: Readonly<Record<CriteriaKey, Unit>> = {
  pause_s: 's',
  run_beats: 'beats',
  vt_bpm: 'bpm',
  af_s: 's',
  af_percent: 'percent',
  brady_bpm: 'bpm',
  tachy_bpm: 'bpm',
  rate_intervals: 'intervals',
  rate_episode_s: 's',
  pattern_beats: 'beats',
};

/** Users who may not change the criteria see them read-only. */
export type CriteriaFieldsProps = { readOnly: boolean };

/** Shows the limits or the error, then the default and whether this value differs. */
function Note({ id, name, text }: { id: string; name: CriteriaKey; text: string }) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const fault = criterionFault(name, text);
  const changed = !isDefault(name, text);
  const [low, high] = criteriaLimits[name];
  const range = { low: format.number(low), high: format.number(high) };
  const usual = format.number(defaultCriteria[name]);
  const isFaulty = fault !== null;
  return (
    <p className="note" id={id} data-fault={isFaulty ? '' : undefined} role={isFaulty ? 'alert' : undefined}>
      {isFaulty ? t(`criteria.fault-${fault}`, range) : t('criteria.range', range)}{' '}
      <span className={changed ? 'changed' : undefined}>
        {changed ? t('criteria.differs', { value: usual }) : t('criteria.usual', { value: usual })}
      </span>
    </p>
  );
}

function Criterion({ name, readOnly }: CriteriaFieldsProps & { name: CriteriaKey }) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const id = useId();
  const { field } = useController<CriteriaDraft, CriteriaKey>({ name });
  const text = field.value;
  const isFaulty = criterionFault(name, text) !== null;
  const changed = !isDefault(name, text);
  const usual = format.number(defaultCriteria[name]);
  return (
    <Row data-changed={changed ? '' : undefined}>
      <label htmlFor={id}>{t(`criterion.${name}`)}</label>
      <p className="about" id={`${id}-about`}>
        {t(`criterion-about.${name}`)}
      </p>
      <OutlinedInput
        id={id}
        name={name}
        value={text}
        inputRef={field.ref}
        readOnly={readOnly}
        error={isFaulty}
        onBlur={field.onBlur}
        onChange={field.onChange}
        endAdornment={<span className="unit">{t(`unit.${criterionUnits[name]}`)}</span>}
        inputProps={{
          inputMode: 'decimal',
          step: criteriaSteps[name],
          'aria-invalid': isFaulty,
          'aria-describedby': `${id}-about ${id}-note`,
        }}
      />
      <span className="reset">
        {changed && !readOnly ? (
          <IconButton
            name={t('criteria.reset-one', { value: usual })}
            size="small"
            onClick={() => field.onChange(String(defaultCriteria[name]))}
          >
            <ArrowCounterClockwiseIcon size={14} aria-hidden="true" />
          </IconButton>
        ) : null}
      </span>
      <Note id={`${id}-note`} name={name} text={text} />
    </Row>
  );
}

/** Must be inside the form whose values are a draft of criteria. */
export function CriteriaFields(props: CriteriaFieldsProps) {
  return (
    <List>
      {criteriaKeys.map((name) => (
        <Criterion key={name} name={name} {...props} />
      ))}
    </List>
  );
}
