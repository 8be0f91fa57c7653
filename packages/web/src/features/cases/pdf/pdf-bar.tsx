/** Shows the tools of a PDF: pages, zoom, print, download, close. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import {
  CaretDownIcon,
  CaretUpIcon,
  DownloadSimpleIcon,
  MinusIcon,
  PlusIcon,
  PrinterIcon,
  XIcon,
} from '@phosphor-icons/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { spokenOnly } from '../../../ui/spoken-only.ts';
import { pdfKeys } from './pdf-keys.ts';
import { type Zoom, zoomStep } from './zoom.ts';

export const PdfFrameBar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  flex: 'none',
  // What does not fit beside the title has a row of its own; nothing is squeezed.
  flexWrap: 'wrap',
  minHeight: 42,
  padding: '4px 8px 4px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  '& > *': { flexShrink: 0 },
  containerType: 'inline-size',
  // The icon alone says it where the bar is short of room.
  '@container (max-width: 1180px)': { '& .print > .word': spokenOnly },
  // A status takes what is left of the row.
  '& > [role="status"]': {
    flex: '1000 1 72px',
    maxWidth: 'max-content',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  [theme.breakpoints.down('md')]: { padding: '4px 8px' },
}));
const Rule = styled('span')(({ theme }) => ({
  width: 1,
  height: 20,
  margin: '0 6px',
  backgroundColor: theme.vars.palette.line.main,
  // On a phone the groups have rows of their own.
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));
/** Stays at the right end; where it does not fit beside the head, all of it is in a row of its own. */
const ToolRow = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 6,
  maxWidth: '100%',
  marginLeft: 'auto',
});
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
  return (
    <PdfFrameBar role="toolbar" aria-label={t('region')} aria-busy={busy}>
      {head}
      {tools === null ? null : <Tools {...tools} />}
    </PdfFrameBar>
  );
}

function Tools(props: PdfControls) {
  const { t } = useTranslation('pdf');
  return (
    <ToolRow>
      <Group>
        <PageSteps page={props.page} count={props.count} onPage={props.onPage} />
        <Rule aria-hidden="true" />
        <ZoomSteps zoom={props.zoom} onZoom={props.onZoom} />
      </Group>
      <Group>
        <Rule aria-hidden="true" />
        <Button
          size="small"
          variant="text"
          className="print"
          disabled={props.printing}
          startIcon={<PrinterIcon size={16} aria-hidden="true" />}
          onClick={props.onPrint}
          sx={{ fontSize: textSize.body }}
        >
          {props.printing ? t('printing') : <span className="word">{t('print')}</span>}
        </Button>
        <Button
          size="small"
          variant="contained"
          color="primary"
          startIcon={<DownloadSimpleIcon size={16} aria-hidden="true" />}
          onClick={props.onDownload}
          sx={{ fontSize: textSize.body }}
        >
          {t('download')}
        </Button>
        {props.onClose === undefined ? null : (
          <IconButton name={t('close')} keyName={pdfKeys.close} size="small" onClick={props.onClose}>
            <XIcon size={16} aria-hidden="true" />
          </IconButton>
        )}
      </Group>
    </ToolRow>
  );
}
