/** Draws the cell of each column of the audit log. */
import { styled } from '@mui/material/styles';
import type { AuditRow } from '@rhythmdesk/contract/audit';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import type { AuditColumnId } from '../model/audit-columns.ts';
import { ActCell, useObjectWord, useWhoWord } from './audit-words.tsx';

const Clip = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis' });
const Mono = styled('span')(({ theme }) => ({
  ...theme.typography.mono,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
}));
const Quiet = styled('span')(({ theme }) => ({ color: theme.vars.palette.gray }));

const missing = '–';

function Text({ text, mono = false }: { text: string | null | undefined; mono?: boolean }) {
  if (text === null || text === undefined || text === '') return <Quiet>{missing}</Quiet>;
  if (mono) return <Mono title={text}>{text}</Mono>;
  return (
    <Clip lang={nameLanguage(text)} title={text}>
      {text}
    </Clip>
  );
}

export function Time({ at }: { at: string }) {
  const format = useFormat();
  return <Mono>{`${format.instant('date', at)} ${format.instant('second', at)}`}</Mono>;
}

const Who = ({ row }: { row: AuditRow }) => <Text text={useWhoWord()(row)} />;
const Thing = ({ row }: { row: AuditRow }) => <Text text={useObjectWord()(row)} />;

function Role({ row }: { row: AuditRow }) {
  const { t } = useTranslation('words');
  return <Text text={row.role_key === null ? null : t(`role.${row.role_key}`)} />;
}

export function auditCell(id: AuditColumnId, row: AuditRow): React.ReactNode {
  if (id === 'at') return <Time at={row.at} />;
  if (id === 'user') return <Who row={row} />;
  if (id === 'role') return <Role row={row} />;
  if (id === 'group') return <Text text={row.user_group?.name} />;
  if (id === 'action') return <ActCell row={row} />;
  if (id === 'case') return <Text mono text={row.case?.hn_id} />;
  if (id === 'patient') return <Thing row={row} />;
  if (id === 'reason') return <Text text={row.reason} />;
  if (id === 'hospital') return <Text text={row.hospital?.name} />;
  return <Text mono text={id === 'address' ? row.address : row.request_id} />;
}
