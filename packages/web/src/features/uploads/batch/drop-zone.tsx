/** Shows the area where recordings are dropped or chosen. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { CloudArrowUpIcon, FileZipIcon, TableIcon } from '@phosphor-icons/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { acceptedFiles } from '../convert/source.ts';

const Zone = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  minHeight: 76,
  padding: '12px 20px',
  borderRadius: 10,
  border: `1px dashed ${theme.vars.palette.line.strong}`,
  backgroundColor: theme.vars.palette.card,
  '&.over': {
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.tint,
  },
  [theme.breakpoints.down('md')]: { padding: 12, flexWrap: 'wrap' },
}));
const Cloud = styled('span')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  flex: 'none',
  borderRadius: 8,
  color: theme.vars.palette.primary.main,
  backgroundColor: theme.vars.palette.primary.tint,
}));
const Words = styled('div')(({ theme }) => ({
  flex: '1 1 200px',
  '& p': { margin: '2px 0 0', color: theme.vars.palette.text.secondary },
  '& .small': { fontSize: textSize.small, lineHeight: '16px' },
}));

export type DropZoneProps = {
  readonly isOver: boolean;
  readonly onFiles: (files: File[]) => void;
  readonly onList: () => void;
};

export function DropZone({ isOver, onFiles, onList }: DropZoneProps) {
  const { t } = useTranslation('uploads');
  const id = useId();
  return (
    <Zone className={isOver ? 'over' : undefined} role="group" aria-labelledby={id}>
      <Cloud>
        <CloudArrowUpIcon size={22} aria-hidden="true" />
      </Cloud>
      <Words>
        <Typography variant="h3" component="h2" id={id}>
          {t('drop.title')}
        </Typography>
        <p>{t('drop.body')}</p>
        <p className="small">{t('drop.formats')}</p>
      </Words>
      <FilePicker
        label={t('drop.choose')}
        accept={acceptedFiles}
        multiple
        icon={<FileZipIcon size={16} aria-hidden="true" />}
        onFiles={onFiles}
      />
      <Button startIcon={<TableIcon size={16} aria-hidden="true" />} onClick={onList}>
        {t('table.open')}
      </Button>
    </Zone>
  );
}
