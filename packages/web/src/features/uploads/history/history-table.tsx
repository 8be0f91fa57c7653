/** Shows the uploads of one page as a table, sorted by its column heads. */
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { UploadRow, UploadSort } from '@rhythmdesk/contract/uploads';
import { CaretDownIcon, CaretUpIcon } from '@phosphor-icons/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ListTable } from '../../../ui/list/list-table.ts';
import { CaseNow, type HistoryRowsProps, UploadPatient, useTook, useWhy } from './history-cells.tsx';
import { type HistoryState, nextSort } from './history-state.ts';
import { OutcomeTag } from './outcome-tag.tsx';

/**
 * Users open the list to find the resulting case, so its column stays in view if the table is wider than the window.
 */
const FittedTable = styled(ListTable)(({ theme }) => ({
  '& .file': { maxWidth: 170 },
  '& .name': { maxWidth: 150 },
  '& .why': { maxWidth: 300 },
  '&[data-several=true] .why': { maxWidth: 200 },
  '& th:last-of-type, & td:last-of-type': { position: 'sticky', right: 0, paddingRight: 16 },
  '& th:last-of-type': { zIndex: 2 },
  '& tbody tr': { backgroundColor: theme.vars.palette.surface.s1 },
  '& td:last-of-type': { backgroundColor: 'inherit' },
  [theme.breakpoints.down('lg')]: {
    '& .spare': { display: 'none' },
    '& .why': { maxWidth: 180 },
    '& td, & th': { padding: '0 8px' },
  },
}));

type HeadProps = {
  readonly column: UploadSort;
  readonly label: string;
  readonly sort: HistoryState['sort'];
  readonly onSort: (sort: HistoryState['sort'] | undefined) => void;
  readonly number?: boolean;
  /** Hidden on a narrow window. */
  readonly spare?: boolean;
};

const classOf = (number: boolean, spare: boolean): string =>
  [number ? 'number' : '', spare ? 'spare' : ''].join(' ').trim();

function SortHead({ column, label, sort, onSort, number = false, spare = false }: HeadProps) {
  const isSorted = sort.replace(/^-/, '') === column;
  const isDown = sort.startsWith('-');
  const ArrowIcon = isDown ? CaretDownIcon : CaretUpIcon;
  return (
    <th
      scope="col"
      className={classOf(number, spare)}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
    >
      <ButtonBase data-sorted={isSorted} onClick={() => onSort(nextSort(sort, column))}>
        {label}
        {isSorted ? <ArrowIcon size={12} weight="bold" aria-hidden="true" /> : null}
      </ButtonBase>
    </th>
  );
}

type Sorting = Pick<HeadProps, 'sort' | 'onSort'>;

function Heads({ several, sort, onSort }: Sorting & { several: boolean }) {
  const { t } = useTranslation('uploads');
  const sorting = { sort, onSort };
  return (
    <thead>
      <tr>
        <SortHead column="created_at" label={t('column.sent')} {...sorting} />
        <SortHead column="filename" label={t('column.file')} {...sorting} />
        <SortHead column="hn_id" label={t('column.hn_id')} {...sorting} />
        <th scope="col">{t('column.patient')}</th>
        {several ? <th scope="col">{t('hospital')}</th> : null}
        <SortHead column="size_bytes" label={t('column.size')} number spare {...sorting} />
        <th scope="col" className="number spare">
          {t('column.took')}
        </th>
        <th scope="col">{t('column.by')}</th>
        <th scope="col">{t('column.outcome')}</th>
        <th scope="col">{t('column.why')}</th>
        <th scope="col">{t('column.case')}</th>
      </tr>
    </thead>
  );
}

type RowProps = Pick<HistoryRowsProps, 'several' | 'nowMs'> & {
  readonly row: UploadRow;
  readonly isCurrent: boolean;
  readonly isTinted: boolean;
};

function Row({ row, several, isCurrent, isTinted, nowMs }: RowProps) {
  const format = useFormat();
  const why = useWhy()(row);
  const took = useTook();
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <tr ref={line} data-current={isCurrent} data-tinted={isTinted}>
      <td className="strong" title={format.relative(row.created_at, nowMs)}>
        {format.moment(row.created_at, nowMs)}
      </td>
      <td className="mono cut file" title={row.filename}>
        {row.filename}
      </td>
      <td className="mono strong">{row.hn_id}</td>
      <td className="strong cut name">
        <UploadPatient row={row} />
      </td>
      {several ? (
        <td className="cut name" title={row.hospital.name}>
          {row.hospital.name}
        </td>
      ) : null}
      <td className="number spare">{format.bytes(row.size_bytes)}</td>
      <td className="number spare">{took(row)}</td>
      <td className="cut name" title={row.created_by.name}>
        {row.created_by.name}
      </td>
      <td>
        <OutcomeTag row={row} />
      </td>
      <td className="cut why" title={why}>
        {why}
      </td>
      <td>
        <CaseNow row={row} />
      </td>
    </tr>
  );
}

export function HistoryTable(props: HistoryRowsProps & Sorting) {
  const { rows, several, current, tinted, nowMs, sort, onSort } = props;
  return (
    <FittedTable data-several={several}>
      <Heads several={several} sort={sort} onSort={onSort} />
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.upload_id}
            row={row}
            several={several}
            isCurrent={row.upload_id === current}
            isTinted={tinted.has(row.upload_id)}
            nowMs={nowMs}
          />
        ))}
      </tbody>
    </FittedTable>
  );
}
