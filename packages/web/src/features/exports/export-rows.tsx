/**
 * Lists the user's own exports as a table, and as cards for phones: content, progress or result, rows, size, age,
 * expiry.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ExportItem } from '@rhythmdesk/contract/exports';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { isUnderWay } from '../../ui/list/export-job.ts';
import { ExportBar, useExportWords } from '../../ui/list/export-popover.tsx';
import { saveExport, useExportRun } from '../../ui/list/export-run.ts';
import { ListTable } from '../../ui/list/list-table.ts';
import { Card, Cards } from '../../ui/list/row-cards.ts';

export type ExportRowsProps = {
  readonly items: readonly ExportItem[];
  readonly nowMs: number;
  readonly onCancel: (export_id: number) => void;
};

const Table = styled(ListTable)({
  '& td': { whiteSpace: 'normal' },
  '& .state': { minWidth: 200 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 16, textAlign: 'right' },
});
const States = styled('div')({ display: 'grid', gap: 4 });

function State({ item }: { item: ExportItem }) {
  const words = useExportWords();
  return (
    <States>
      <span>{words(item)}</span>
      {isUnderWay(item) ? <ExportBar item={item} /> : null}
      {item.detail === null ? null : <span>{item.detail}</span>}
    </States>
  );
}

function Act({ item, onCancel }: Pick<ExportRowsProps, 'onCancel'> & { item: ExportItem }) {
  const { t } = useTranslation('exports');
  const { export_id, filename: name, state } = item;
  // One download runs at a time.
  const isRunning = useExportRun() !== null;
  if (isUnderWay(item)) {
    return (
      <Button size="small" aria-label={t('cancel-what', { name })} onClick={() => onCancel(export_id)}>
        {t('cancel')}
      </Button>
    );
  }
  if (state !== 'done') return null;
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={isRunning}
      aria-label={t('download-what', { name })}
      onClick={() => void saveExport(item)}
    >
      {t('download')}
    </Button>
  );
}

export function ExportTable({ items, nowMs, onCancel }: ExportRowsProps) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('column.file')}</th>
          <th scope="col">{t('column.state')}</th>
          <th scope="col" className="number">
            {t('column.rows')}
          </th>
          <th scope="col" className="number">
            {t('column.size')}
          </th>
          <th scope="col">{t('column.asked')}</th>
          <th scope="col">{t('column.until')}</th>
          <th scope="col">{t('column.act')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.export_id}>
            <td className="strong">{item.filename}</td>
            <td className="state">
              <State item={item} />
            </td>
            <td className="number">{format.number(item.rows_total)}</td>
            <td className="number">{item.size_bytes === null ? '–' : format.bytes(item.size_bytes)}</td>
            <td title={format.moment(item.created_at, nowMs)}>{format.relative(item.created_at, nowMs)}</td>
            <td>{item.state === 'done' ? format.moment(item.expires_at, nowMs) : '–'}</td>
            <td>
              <Act item={item} onCancel={onCancel} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function ExportCards({ items, nowMs, onCancel }: ExportRowsProps) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  return (
    <Cards>
      {items.map((item) => (
        <Card tinted={false} sx={{ overflowWrap: 'anywhere' }} key={item.export_id}>
          <div className="line">
            <strong>{item.filename}</strong>
            <Act item={item} onCancel={onCancel} />
          </div>
          <State item={item} />
          <span className="quiet">
            {[
              t('rows', { count: item.rows_total, shown: format.number(item.rows_total) }),
              item.size_bytes === null ? '' : format.bytes(item.size_bytes),
              format.relative(item.created_at, nowMs),
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
          {item.state === 'done' ? (
            <span className="quiet">{t('until', { moment: format.moment(item.expires_at, nowMs) })}</span>
          ) : null}
        </Card>
      ))}
    </Cards>
  );
}
