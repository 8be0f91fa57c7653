/** Takes patients from a list: pasted or from a file, shown row by row with errors, and accepted together. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { TableIcon } from '@phosphor-icons/react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { localToday } from '../../../ui/list/period.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { columnOf, readPatientTable } from '../patients/patient-table.ts';
import type { DateOrder } from '../patients/patient-values.ts';
import {
  cellsOfFile,
  cellsOfText,
  tableFiles,
  type Cells,
  type TableFileFault,
} from '../../../platform/table-file.ts';
import { useBatch } from './batch.ts';
import { Choice } from './card-parts.tsx';
import { fateOf, takeRows } from './table-plan.ts';
import { TableRows } from './table-rows.tsx';

const Body = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, paddingTop: 4 });
const Source = styled('div')({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 8 });

type Read = { readonly cells: Cells } | { readonly fault: TableFileFault } | null;

async function readOf(source: File | string | null): Promise<Read> {
  if (source === null) return null;
  if (typeof source !== 'string') return cellsOfFile(source, (name) => columnOf(name) !== null);
  return source.trim() === '' ? null : { cells: await cellsOfText(source) };
}

function useCells(begin: File | string | null) {
  const [text, setText] = useState(typeof begin === 'string' ? begin : '');
  const [read, setRead] = useState<Read>(null);
  const onText = (next: string) => {
    setText(next);
    void readOf(next).then(setRead);
  };
  const onFile = (file: File | undefined) => {
    setText('');
    if (file !== undefined) void readOf(file).then(setRead);
  };
  useEffect(() => {
    let isOpen = true;
    void readOf(begin).then((first) => {
      if (isOpen) setRead(first);
    });
    return () => {
      isOpen = false;
    };
  }, [begin]);
  return { text, read, onText, onFile };
}

function useTable(read: Read, order: DateOrder | null) {
  const { cards } = useBatch();
  const today = localToday(new Date(useNow()));
  if (read === null) return null;
  if ('fault' in read) return { fault: read.fault };
  const table = readPatientTable(read.cells, { today, order });
  if ('fault' in table) return table;
  return { ...table, planned: table.rows.map((row) => ({ row, fate: fateOf(row, cards) })) };
}
type Shown = NonNullable<ReturnType<typeof useTable>>;

type PreviewProps = {
  readonly table: Shown;
  readonly order: DateOrder | null;
  readonly onOrder: (order: DateOrder) => void;
};

function Preview({ table, order, onOrder }: PreviewProps) {
  const { t } = useTranslation('uploads');
  if ('fault' in table) return <NoticeBar tone="error" title={t(`list-fault.${table.fault}`)} />;
  const faulty = table.planned.filter(({ fate }) => fate === 'fault').length;
  return (
    <>
      {table.ambiguous ? (
        <Source>
          <span>{t('table.order')}</span>
          <Choice<DateOrder>
            label={t('table.order')}
            value={order ?? ''}
            placeholder={t('table.order.choose')}
            options={[
              { value: 'day-first', label: t('table.order.day-first') },
              { value: 'month-first', label: t('table.order.month-first') },
            ]}
            onChoose={onOrder}
            width={200}
          />
        </Source>
      ) : null}
      {faulty > 0 ? <NoticeBar tone="warning" title={t('table.left-out', { count: faulty })} /> : null}
      {table.passed_over.length > 0 ? (
        <NoticeBar tone="primary" title={t('table.passed-over', { names: table.passed_over.join(', ') })} />
      ) : null}
      <TableRows planned={table.planned} />
    </>
  );
}

type SourcesProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFile: (file: File | undefined) => void;
};

function Sources({ text, onText, onFile }: SourcesProps) {
  const { t } = useTranslation('uploads');
  return (
    <>
      <TextField
        label={t('table.paste')}
        value={text}
        multiline
        minRows={2}
        maxRows={4}
        autoFocus
        autoComplete="off"
        inputProps={{ spellCheck: false, style: { whiteSpace: 'pre', overflowX: 'auto' } }}
        onChange={({ target }) => onText(target.value)}
      />
      <Source>
        <FilePicker
          label={t('table.choose')}
          accept={tableFiles}
          icon={<TableIcon size={16} aria-hidden="true" />}
          onFiles={([file]) => onFile(file)}
        />
      </Source>
    </>
  );
}

export type TableDialogProps = { readonly begin: File | string | null; readonly onClose: () => void };

export function TableDialog({ begin, onClose }: TableDialogProps) {
  const { t } = useTranslation('uploads');
  const { t: frame } = useTranslation('dialogs');
  const title = useId();
  const { cards } = useBatch();
  const { text, read, onText, onFile } = useCells(begin);
  const [order, setOrder] = useState<DateOrder | null>(null);
  const table = useTable(read, order);
  const rows = table !== null && 'rows' in table ? table.rows : [];
  const good = rows.filter(({ faults }) => faults.length === 0);
  const take = () => {
    takeRows(good, cards);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} maxWidth="md" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (good.length > 0) take();
        }}
      >
        <DialogTitle id={title}>{t('table.title')}</DialogTitle>
        <DialogContent>
          <Body>
            <span>{t('table.body')}</span>
            <Sources text={text} onText={onText} onFile={onFile} />
            {table === null ? null : <Preview table={table} order={order} onOrder={setOrder} />}
          </Body>
        </DialogContent>
        <DialogActions>
          <Button size="large" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button size="large" type="submit" variant="contained" color="primary" disabled={good.length === 0}>
            {t('table.take', { count: good.length })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
