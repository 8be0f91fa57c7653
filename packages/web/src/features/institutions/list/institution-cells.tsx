/** Draws the cell of each column of the list of institutions. */
import { styled } from '@mui/material/styles';
import type { InstitutionRow } from '@rhythmdesk/contract/institutions';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { InstitutionColumnId } from '../model/institution-columns.ts';
import { TypeIcon } from '../model/type-icon.tsx';

const Name = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 9,
  minWidth: 0,
  fontWeight: 500,
  '& > svg': { color: theme.vars.palette.text.secondary },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
}));
const Clip = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis' });
const Mono = styled('span')(({ theme }) => ({
  ...theme.typography.mono,
  color: theme.vars.palette.text.secondary,
}));
const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.gray }));

const missing = '–';

function Text({ text }: { text: string | null | undefined }) {
  if (text === null || text === undefined || text === '') return <Quiet>{missing}</Quiet>;
  return (
    <Clip lang={nameLanguage(text)} title={text}>
      {text}
    </Clip>
  );
}

function Words({ of, row }: { of: 'type' | 'agree_type'; row: InstitutionRow }) {
  const { t } = useTranslation('institutions');
  if (of === 'type') return <Clip>{t(`type.${row.type}`)}</Clip>;
  return row.agree_type === null ? <Quiet>{missing}</Quiet> : <Clip>{t(`agree.${row.agree_type}`)}</Clip>;
}

function Number({ value, percent = false }: { value: number | null; percent?: boolean }) {
  const format = useFormat();
  if (value === null) return <Quiet>{missing}</Quiet>;
  return <>{percent ? `${format.number(value)}\u00a0%` : format.number(value)}</>;
}

function Registered({ at }: { at: string }) {
  return <>{useFormat().instant('date', at)}</>;
}

export function institutionCell(id: InstitutionColumnId, row: InstitutionRow): React.ReactNode {
  if (id === 'name')
    return (
      <Name>
        <TypeIcon type={row.type} />
        <span lang={nameLanguage(row.name)} title={row.name}>
          {row.name}
        </span>
      </Name>
    );
  if (id === 'register_code') return <Mono>{row.register_code ?? missing}</Mono>;
  if (id === 'type' || id === 'agree_type') return <Words of={id} row={row} />;
  if (id === 'tech_center' || id === 'charging_unit') return <Text text={row[id]?.name} />;
  if (id === 'region' || id === 'address') return <Text text={row[id]} />;
  if (id === 'created_at') return <Registered at={row.created_at} />;
  return <Number value={row[id]} percent={id === 'analysis_ratio'} />;
}
