/**
 * Imports records from a spreadsheet: the user chooses a file, each row is checked without writing anything, then all
 * rows are written together.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { mostImportedRows, type ImportAnswer } from '@rhythmdesk/contract/imports';
import { DownloadSimpleIcon, FileXlsIcon } from '@phosphor-icons/react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBytes } from '../../platform/save-bytes.ts';
import { cellsOfFile, tableFiles } from '../../platform/table-file.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { FilePicker } from '../file-picker.tsx';
import { ListTable } from '../list/list-table.ts';
import { recordWidthPx } from '../record-dialog.ts';
import { NoticeBar } from '../states/notice-bar.tsx';
import { sheetType, templateSheet } from './template-sheet.ts';
import { columnNamed, linesOf, templateOf, type ImportColumn, type Line } from './import-lines.ts';

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, margin: '12px 0' });
const Faults = styled('div')({ maxHeight: 320, overflow: 'auto', marginTop: 12 });

export type ImportDialogProps<Name extends string> = {
  title: string;
  about: string;
  columns: readonly ImportColumn<Name>[];
  templateName: string;
  send: (lines: readonly Line<Name>[], dry_run: boolean) => Promise<ImportAnswer>;
  onClose: () => void;
  onImported: () => void;
};

type Chosen<Name extends string> = {
  readonly filename: string;
  readonly lines: readonly Line<Name>[];
  /** The table row of each line. */
  readonly numbers: readonly number[];
};

const faultWords = {
  'no-columns': 'fault.no-columns',
  'no-lines': 'fault.no-lines',
  'table-large': 'fault.large',
  'table-unreadable': 'fault.unreadable',
} as const;
type FileFault = keyof typeof faultWords | 'many';

async function readFile<Name extends string>(
  file: File,
  columns: readonly ImportColumn<Name>[],
): Promise<Chosen<Name> | { readonly fault: FileFault }> {
  const read = await cellsOfFile(file, (name) => columnNamed(columns, name) !== null);
  if ('fault' in read) return read;
  const found = linesOf(columns, read.cells);
  if ('fault' in found) return found;
  return found.lines.length > mostImportedRows ? { fault: 'many' } : { filename: file.name, ...found };
}

function useImport<Name extends string>({ columns, send, onImported }: ImportDialogProps<Name>) {
  const [chosen, setChosen] = useState<Chosen<Name> | null>(null);
  const [fileFault, setFileFault] = useState<FileFault | null>(null);
  const judge = useMutation({ mutationFn: (lines: readonly Line<Name>[]) => send(lines, true) });
  const write = useMutation({
    mutationFn: (lines: readonly Line<Name>[]) => send(lines, false),
    onSuccess: ({ written }) => {
      if (written) onImported();
    },
  });
  const choose = async (file: File) => {
    judge.reset();
    write.reset();
    const read = await readFile(file, columns);
    setFileFault('fault' in read ? read.fault : null);
    setChosen('fault' in read ? null : read);
    if (!('fault' in read)) judge.mutate(read.lines);
  };
  return { chosen, fileFault, judge, write, choose, answer: write.data ?? judge.data };
}

type FaultTableProps<Name extends string> = {
  answer: ImportAnswer;
  chosen: Chosen<Name>;
  columns: readonly ImportColumn<Name>[];
};

function FaultTable<Name extends string>({ answer, chosen, columns }: FaultTableProps<Name>) {
  const { t } = useTranslation('imports');
  const labelOf = (field: string | null) => columns.find(({ name }) => name === field)?.label ?? field ?? '';
  return (
    <Faults tabIndex={0}>
      <ListTable>
        <thead>
          <tr>
            <th scope="col">{t('row')}</th>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('wrong')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.faults.map(({ row, field, detail }) => (
            <tr key={`${String(row)} ${field ?? ''}`}>
              <td>{chosen.numbers[row - 1]}</td>
              <td className="strong">{labelOf(field)}</td>
              <td>{detail}</td>
            </tr>
          ))}
        </tbody>
      </ListTable>
    </Faults>
  );
}

function Outcome<Name extends string>(
  props: Partial<FaultTableProps<Name>> & Pick<FaultTableProps<Name>, 'columns'>,
) {
  const { t } = useTranslation('imports');
  const { answer, chosen, columns } = props;
  if (answer === undefined || chosen === undefined) return null;
  const wrong = new Set(answer.faults.map(({ row }) => row)).size;
  if (wrong === 0) return <NoticeBar tone="success" title={t('good', { count: answer.rows })} />;
  return (
    <>
      <NoticeBar tone="error" title={t('faulty', { count: wrong, total: answer.rows })}>
        {t('faulty.body')}
      </NoticeBar>
      <FaultTable answer={answer} chosen={chosen} columns={columns} />
    </>
  );
}

type BodyProps<Name extends string> = ReturnType<typeof useImport<Name>> &
  Pick<ImportDialogProps<Name>, 'about' | 'columns' | 'templateName'> & { isBusy: boolean };

function FileRow<Name extends string>({ columns, templateName, chosen, choose }: BodyProps<Name>) {
  const { t } = useTranslation('imports');
  const saveSheet = async () => saveBytes(await templateSheet(columns), `${templateName}.xlsx`, sheetType);
  return (
    <Row>
      <FilePicker
        label={chosen === null ? t('choose') : chosen.filename}
        accept={tableFiles}
        icon={<FileXlsIcon size={16} aria-hidden="true" />}
        onFiles={([file]) => {
          if (file !== undefined) void choose(file);
        }}
      />
      <Button
        variant="text"
        startIcon={<DownloadSimpleIcon size={16} aria-hidden="true" />}
        onClick={() => void saveSheet()}
      >
        {t('template')}
      </Button>
      <Button
        variant="text"
        onClick={() => saveBytes(templateOf(columns), `${templateName}.csv`, 'text/csv')}
        title={t('template.csv')}
      >
        CSV
      </Button>
    </Row>
  );
}

function Body<Name extends string>(props: BodyProps<Name>) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { about, columns, chosen, fileFault, answer, isBusy } = props;
  const required = columns.filter((column) => column.required).map(({ label }) => label);
  return (
    <DialogContent aria-busy={isBusy}>
      {about} {t('required', { columns: format.list(required) })}
      <FileRow {...props} />
      {fileFault === null ? null : (
        <NoticeBar
          tone="error"
          title={
            fileFault === 'many' ? t('fault.many', { count: mostImportedRows }) : t(faultWords[fileFault])
          }
        />
      )}
      {isBusy ? <span role="status">{t('judging')}</span> : null}
      {isBusy || chosen === null || answer === undefined ? null : (
        <Outcome answer={answer} chosen={chosen} columns={columns} />
      )}
    </DialogContent>
  );
}

export function ImportDialog<Name extends string>(props: ImportDialogProps<Name>) {
  const { title, about, columns, templateName, onClose } = props;
  const { t } = useTranslation('imports');
  const { t: frame } = useTranslation('dialogs');
  const id = useId();
  const model = useImport(props);
  const { chosen, answer, judge, write } = model;
  const isGood = chosen !== null && answer !== undefined && answer.faults.length === 0;
  const isBusy = judge.isPending || write.isPending;
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      fullWidth
      slotProps={{ paper: { style: { maxWidth: recordWidthPx } } }}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <Body {...model} about={about} columns={columns} templateName={templateName} isBusy={isBusy} />
      <DialogActions>
        <Button size="large" onClick={onClose}>
          {frame('cancel')}
        </Button>
        <Button
          size="large"
          variant="contained"
          color="primary"
          disabled={!isGood || isBusy}
          onClick={() => chosen !== null && write.mutate(chosen.lines)}
        >
          {chosen === null ? title : t('write', { count: chosen.lines.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
