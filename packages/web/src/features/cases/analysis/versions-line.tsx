/** Shows the displayed version of the analysis, if there are several, with a link to the others. */
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useNow } from '../../../ui/use-now.ts';
import { Line, Opener } from './criteria-line.tsx';

const Dialog = lazy(async () => ({ default: (await import('./versions-dialog.tsx')).VersionsDialog }));

export type VersionsLineProps = { detail: CaseDetail; analysis: RecordingAnalysis };

export function VersionsLine({ detail, analysis }: VersionsLineProps) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const nowMs = useNow();
  const [open, setOpen] = useState(false);
  const { analysis_version: version, latest_version: latest, created_at } = analysis;
  if (version === null || created_at === null || latest < 2) return null;
  const words = { date: format.moment(created_at, nowMs), version, latest };
  return (
    <Line>
      {version === 1 ? t('versions.first', words) : t('versions.again', words)}{' '}
      <Opener type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('versions.open')}
      </Opener>
      {open ? (
        <DialogSlot>
          <Dialog case_id={detail.case_id} current={version} onClose={() => setOpen(false)} />
        </DialogSlot>
      ) : null}
    </Line>
  );
}
