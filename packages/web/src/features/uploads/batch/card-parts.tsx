/** Provides small parts of the upload page: the four file names, a labelled figure, a choice. */
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import { CheckCircleIcon, XCircleIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { Spoken } from '../../../ui/spoken.tsx';
import type { CheckResult } from '../check/check-result.ts';
import { requiredFiles } from '@rhythmdesk/domain/case/recording-files';

const Row = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 12px',
  margin: 0,
  padding: '8px 12px',
  listStyle: 'none',
  borderTop: `1px solid ${theme.vars.palette.line.hair}`,
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 5 },
  '& .missing': { color: theme.vars.palette.error.main },
  '& .there svg': { color: theme.vars.palette.success.main },
}));

export function FileTicks({ files }: { files: CheckResult['files'] }) {
  const { t } = useTranslation('uploads');
  return (
    <Row>
      {requiredFiles.map((file) => (
        <li key={file} className={files[file] === 'sound' ? 'there' : 'missing'}>
          {files[file] === 'sound' ? (
            <CheckCircleIcon size={13} weight="fill" aria-hidden="true" />
          ) : (
            <XCircleIcon size={13} weight="fill" aria-hidden="true" />
          )}
          {file}
          <Spoken>{t(`file.${files[file]}`)}</Spoken>
        </li>
      ))}
    </Row>
  );
}

const Pair = styled('div')(({ theme }) => ({
  minWidth: 0,
  '& dt': { fontSize: textSize.micro, lineHeight: '14px', color: theme.vars.palette.text.secondary },
  '& dd': { margin: '2px 0 0', fontWeight: 500, whiteSpace: 'nowrap' },
  '& dd.uncertain': { color: theme.vars.palette.warning.main },
}));

export function Figure({
  label,
  value,
  uncertain = false,
}: {
  label: string;
  value: string;
  uncertain?: boolean;
}) {
  return (
    <Pair>
      <dt>{label}</dt>
      <dd className={uncertain ? 'uncertain' : undefined}>{value}</dd>
    </Pair>
  );
}

export type ChoiceProps<Value extends string | number> = {
  readonly label: string;
  readonly value: Value | '';
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  readonly onChoose: (value: Value) => void;
  readonly width?: number | string;
  readonly autoFocus?: boolean;
};

export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, options, placeholder, onChoose, width, autoFocus = false } = props;
  return (
    <Select<Value | ''>
      value={value}
      displayEmpty
      autoFocus={autoFocus}
      size="small"
      sx={(theme) => ({
        width: width ?? 'auto',
        maxWidth: '100%',
        fontSize: textSize.body,
        flex: 'none',
        [theme.breakpoints.down('md')]: { height: 44 },
      })}
      SelectDisplayProps={{ 'aria-label': label }}
      renderValue={(chosen) => options.find((each) => each.value === chosen)?.label ?? placeholder ?? ''}
      onChange={({ target }) => {
        const chosen = options.find((each) => each.value === target.value);
        if (chosen) onChoose(chosen.value);
      }}
    >
      {options.map((each) => (
        <MenuItem key={each.value} value={each.value}>
          {each.label}
        </MenuItem>
      ))}
    </Select>
  );
}
