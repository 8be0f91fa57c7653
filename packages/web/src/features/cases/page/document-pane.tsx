/**
 * Shows a report, an order or another PDF of the case instead of the recording. If there is no report yet, the
 * catalogue's text says so, and the assignee sees the two ways to add one: upload, or adopt the device's.
 */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { XIcon } from '@phosphor-icons/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../platform/client/api-error.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loading } from '../../../ui/states/after-delay.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useFaultText } from '../../../ui/states/error-state.tsx';
import { PdfFrameBar } from '../pdf/pdf-frame-bar.ts';
import { PdfViewer } from '../pdf/pdf-viewer.tsx';
import { ReportHead, ReportWays } from './report-head.tsx';
import { currentVersion, documentName, fetchDocument, type ShownDocument } from './shown-document.ts';
import { pageKeys } from './page-keys.ts';
import { bytesOf } from '../../../platform/client/file-body.ts';

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  minHeight: 0,
  backgroundColor: theme.vars.palette.surface.s1,
}));

/** The bytes are fetched once, since a file never changes. A signed version is a different file. */
function useDocument({ case_id, report_versions }: CaseDetail, shown: ShownDocument) {
  const version = shown.kind === 'report' ? shown.version : undefined;
  const file_id = report_versions.find(({ report_version }) => report_version === version)?.file_id;
  return useQuery({
    queryKey: ['document', case_id, shown, file_id],
    queryFn: async ({ signal }) => bytesOf(await fetchDocument(case_id, shown, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

export type DocumentPaneProps = {
  detail: CaseDetail;
  shown: ShownDocument;
  onShow: (shown: ShownDocument | undefined) => void;
};

/** Shows why there is nothing to show, and for a report the ways to add one. */
function NoDocument({ detail, shown, error, onShow }: DocumentPaneProps & { error: Error }) {
  const { t } = useTranslation('case-page');
  const faultText = useFaultText();
  const isMissing = error instanceof ApiError && (error.status === 416 || error.status === 404);
  const noReport = isMissing && shown.kind === 'report';
  return (
    <div role="alert">
      <EmptyState
        title={isMissing && shown.kind === 'order' ? t('order.none') : faultText(error)}
        {...(noReport && detail.can_edit_reading ? { body: t('report.none-note') } : {})}
        action={
          noReport ? (
            <ReportWays detail={detail} onAdded={(newest) => onShow({ kind: 'report', version: newest })} />
          ) : undefined
        }
      />
    </div>
  );
}

export function DocumentPane({ detail, shown, onShow }: DocumentPaneProps) {
  const { t: pdf } = useTranslation('pdf');
  const newest = currentVersion(detail);
  const { data, error } = useDocument(detail, shown);
  const waitsForReport = shown.kind === 'report' && shown.version === undefined;
  useEffect(() => {
    if (waitsForReport && newest !== undefined) onShow({ kind: 'report', version: newest });
  }, [waitsForReport, newest, onShow]);
  const head = <ReportHead detail={detail} shown={shown} onShow={onShow} />;
  if (data !== undefined) {
    return (
      <PdfViewer
        key={documentName(detail, shown)}
        bytes={data}
        filename={documentName(detail, shown)}
        head={head}
        onClose={() => onShow(undefined)}
      />
    );
  }
  return (
    <Frame>
      <PdfFrameBar>
        {head}
        <span style={{ flex: 1 }} />
        <IconButton
          name={pdf('close')}
          keyName={pageKeys.leave.keys[0]}
          size="small"
          onClick={() => onShow(undefined)}
        >
          <XIcon size={16} aria-hidden="true" />
        </IconButton>
      </PdfFrameBar>
      {error === null ? (
        <Loading>
          <EmptyState title={pdf('loading')} />
        </Loading>
      ) : (
        <NoDocument detail={detail} shown={shown} error={error} onShow={onShow} />
      )}
    </Frame>
  );
}
