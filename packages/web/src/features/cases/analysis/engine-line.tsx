/** Shows which engine made the findings; for an earlier engine, also the button to use the current one. */
import { styled } from '@mui/material/styles';
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { useSaver } from '../model/use-save.ts';
import { Line, Opener } from './criteria-line.tsx';
import { analysisQuery } from './use-analysis.ts';

const Older = styled('span')(({ theme }) => ({ display: 'block', color: theme.vars.palette.text.primary }));

/** Sends the recording to the current engine; the next version arrives with the live event of the case. */
function useRenewal(case_id: number) {
  const saver = useSaver();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const renew = async (): Promise<void> => {
    setBusy(true);
    try {
      await saver.save({
        send: (version) => api.call('renewAnalysis', { case_id, version }),
        saved: {},
      });
    } catch (error) {
      await showFault(error);
    } finally {
      setBusy(false);
      await cache.invalidateQueries({ queryKey: analysisQuery(case_id).queryKey });
    }
  };
  return { renew: () => void renew(), busy };
}

export function EngineLine({ detail, analysis }: { detail: CaseDetail; analysis: RecordingAnalysis }) {
  const { t } = useTranslation('analysis');
  const { renew, busy } = useRenewal(detail.case_id);
  const { summary, created_by, current_engine: current, state } = analysis;
  if (summary === null) return null;
  const { engine_version: version } = summary;
  const isOlder = version !== current;
  return (
    <Line>
      {created_by === null ? t('made', { version }) : t('made-by', { version, name: created_by.name })}
      {isOlder ? <Older>{t('older-engine', { version, current })}</Older> : null}
      {isOlder && detail.can_edit_reading && state !== 'processing' ? (
        <Opener type="button" disabled={busy} onClick={renew}>
          {t('older-engine.renew')}
        </Opener>
      ) : null}
    </Line>
  );
}
