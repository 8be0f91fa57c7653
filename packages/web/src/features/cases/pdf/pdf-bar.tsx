/** Shows the tools of a PDF: pages, zoom, print, download, close. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import {
  CaretDownIcon,
  CaretUpIcon,
  DotsThreeIcon,
  DownloadSimpleIcon,
  MinusIcon,
  PlusIcon,
  PrinterIcon,
  XIcon,
} from '@phosphor-icons/react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PdfFrameBar } from './pdf-frame-bar.ts';
import { pdfKeys } from './pdf-keys.ts';
import { type Zoom, zoomStep } from './zoom.ts';

const Rule = styled('span')(({ theme }) => ({
  width: 1,
  height: 20,
  margin: '0 6px',
  backgroundColor: theme.vars.palette.line.main,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));
/** Stays at the right end; where it does not fit beside the head, all of it is in a row of its own. */
const ToolRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 6,
  maxWidth: '100%',
  marginLeft: 'auto',
  [theme.breakpoints.down('md')]: { display: 'contents' },
}));
const Group = styled('div')({ display: 'flex', alignItems: 'center', gap: 6 });
const Count = styled('span')(({ theme }) => ({
  minWidth: 44,
  textAlign: 'center',
  whiteSpace: 'nowrap',
  '& strong': { fontWeight: 600 },
  color: theme.vars.palette.text.secondary,
}));

export type PdfBarProps = {
  head: ReactNode;
  busy: boolean;
  /** Null while there are no pages. */
  tools: PdfControls | null;
};

type PdfControls = {
  page: number;
  count: number;
  zoom: number;
  printing: boolean;
  onPage: (by: -1 | 1) => void;
  onZoom: (zoom: Zoom) => void;
  onPrint: () => void;
  onDownload: () => void;
  onClose: (() => void) | undefined;
};

function ZoomButton({ zoom, onZoom }: Pick<PdfControls, 'zoom' | 'onZoom'>) {
  const { t } = useTranslation('pdf');
  const format = useFormat();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (next: Zoom) => () => {
    setAnchor(null);
    onZoom(next);
  };
  const said = format.percent(zoom, 0);
  return (
    <>
      <Button
        size="small"
        variant="text"
        aria-label={`${t('zoom')} ${said}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ minWidth: 56, fontSize: textSize.body }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {said}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose('fit-width')}>{t('fit-width')}</MenuItem>
        <MenuItem onClick={choose('fit-page')}>{t('fit-page')}</MenuItem>
        {[0.5, 0.75, 1, 1.5, 2].map((one) => (
          <MenuItem key={one} onClick={choose(one)}>
            {format.percent(one, 0)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function PageSteps({ page, count, onPage }: Pick<PdfControls, 'page' | 'count' | 'onPage'>) {
  const { t } = useTranslation('pdf');
  const format = useFormat();
  return (
    <>
      <IconButton
        name={t('previous')}
        keyName={pdfKeys.before}
        size="small"
        disabled={page <= 1}
        onClick={() => onPage(-1)}
      >
        <CaretUpIcon size={16} weight="bold" aria-hidden="true" />
      </IconButton>
      <Count aria-live="polite">
        <strong>{format.number(page)}</strong> {t('of', { count })}
      </Count>
      <IconButton
        name={t('next')}
        keyName={pdfKeys.after}
        size="small"
        disabled={page >= count}
        onClick={() => onPage(1)}
      >
        <CaretDownIcon size={16} weight="bold" aria-hidden="true" />
      </IconButton>
    </>
  );
}

function ZoomSteps({ zoom, onZoom }: Pick<PdfControls, 'zoom' | 'onZoom'>) {
  const { t } = useTranslation('pdf');
  return (
    <>
      <IconButton
        name={t('smaller')}
        keyName={pdfKeys.smaller}
        size="small"
        onClick={() => onZoom(zoomStep(zoom, -1))}
      >
        <MinusIcon size={16} aria-hidden="true" />
      </IconButton>
      <ZoomButton zoom={zoom} onZoom={onZoom} />
      <IconButton
        name={t('larger')}
        keyName={pdfKeys.larger}
        size="small"
        onClick={() => onZoom(zoomStep(zoom, 1))}
      >
        <PlusIcon size={16} aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** The head keeps its place and focus while the pages change. */
export function PdfBar({ head, busy, tools }: PdfBarProps) {
  const { t } = useTranslation('pdf');
  const [open, setOpen] = useState(false);
  return (
    <PdfFrameBar role="toolbar" aria-label={t('region')} aria-busy={busy} data-open={open}>
      {head}
      {tools === null ? null : <Tools {...tools} open={open} onOpen={setOpen} />}
    </PdfFrameBar>
  );
}

function PrintButton({ printing, onPrint }: Pick<PdfControls, 'printing' | 'onPrint'>) {
  const { t } = useTranslation('pdf');
  return (
    <Button
      size="small"
      variant="text"
      className="print"
      disabled={printing}
      startIcon={<PrinterIcon size={16} aria-hidden="true" />}
      onClick={onPrint}
      sx={{ fontSize: textSize.body }}
    >
      {printing ? t('printing') : <span className="word">{t('print')}</span>}
    </Button>
  );
}

/** Shows on a phone what is folded away. */
function FoldButton({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  const { t } = useTranslation('pdf');
  return (
    <IconButton
      className="fold"
      name={t('more')}
      size="small"
      aria-expanded={open}
      onClick={() => onOpen(!open)}
    >
      <DotsThreeIcon size={20} weight="bold" aria-hidden="true" />
    </IconButton>
  );
}

function Tools({ open, onOpen, ...props }: PdfControls & ComponentProps<typeof FoldButton>) {
  const { t } = useTranslation('pdf');
  return (
    <ToolRow>
      <Group className="later">
        <PageSteps page={props.page} count={props.count} onPage={props.onPage} />
        <Rule aria-hidden="true" />
        <ZoomSteps zoom={props.zoom} onZoom={props.onZoom} />
        <Rule aria-hidden="true" />
        <PrintButton printing={props.printing} onPrint={props.onPrint} />
      </Group>
      <Group className="always">
        <Button
          size="small"
          variant="contained"
          color="primary"
          startIcon={<DownloadSimpleIcon size={16} aria-hidden="true" />}
          onClick={props.onDownload}
          sx={{ fontSize: textSize.body }}
        >
          <span className="word">{t('download')}</span>
        </Button>
        <FoldButton open={open} onOpen={onOpen} />
        {props.onClose === undefined ? null : (
          <IconButton name={t('close')} keyName={pdfKeys.close} size="small" onClick={props.onClose}>
            <XIcon size={16} aria-hidden="true" />
          </IconButton>
        )}
      </Group>
    </ToolRow>
  );
}
