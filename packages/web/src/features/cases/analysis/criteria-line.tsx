/** Shows the criteria that the findings are based on, with a link to view or change them. */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { AnalysisSummary, RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogSlot } from '../../../ui/dialogs/dialog-slot.tsx';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { changedKeys } from './criteria-draft.ts';

const Dialog = lazy(async () => ({ default: (await import('./criteria-dialog.tsx')).CriteriaDialog }));

export const Line = styled('p')(({ theme }) => ({
  margin: '8px 0 0',
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.gray,
  '& .changed': { display: 'block', color: theme.vars.palette.text.primary },
}));
export const Opener = styled('button')(({ theme }) => ({
  minHeight: 24,
  padding: 0,
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  color: theme.vars.palette.primary.main,
  background: 'none',
  cursor: 'pointer',
  textDecoration: 'underline',
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}));

export type CriteriaLineProps = {
  detail: CaseDetail;
  analysis: RecordingAnalysis;
  summary: AnalysisSummary;
};

export function CriteriaLine({ detail, analysis, summary }: CriteriaLineProps) {
  const { t } = useTranslation('analysis');
  const [open, setOpen] = useState(false);
  const { criteria } = summary;
  const { analysis_version: version } = analysis;
  const changed = changedKeys(defaultCriteria, criteria).length;
  return (
    <Line>
      {t('criteria', { pause: criteria.pause_s, run: criteria.run_beats, af: criteria.af_s })}
      {changed > 0 ? <span className="changed">{t('criteria.changed', { count: changed })}</span> : null}{' '}
      {version === null ? null : (
        <Opener type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t(detail.can_edit_reading ? 'criteria.change' : 'criteria.show')}
        </Opener>
      )}
      {open && version !== null ? (
        <DialogSlot>
          <Dialog
            detail={detail}
            analysis={analysis}
            summary={summary}
            version={version}
            onClose={() => setOpen(false)}
          />
        </DialogSlot>
      ) : null}
    </Line>
  );
}
