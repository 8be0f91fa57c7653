/** Lists the altered rows of the chains: the first of them, and where to find all. */
import { styled } from '@mui/material/styles';
import type { ChainFault, ChainProof } from '@rhythmdesk/contract/audit';
import { useTranslation } from 'react-i18next';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';

const FaultTableFrame = styled('div')({ padding: '0 16px 8px', maxHeight: 220, overflow: 'auto' });
const List = styled('ul')({ margin: '4px 0 0', paddingLeft: 18 });

function useFaultWords() {
  const { t } = useTranslation('audit');
  return ({ chain, case_id, audit_id, fault }: ChainFault): string => {
    const of = {
      history: t('chain.of.history', { id: String(case_id) }),
      audit: audit_id === null ? t('chain.of.end') : t('chain.of.audit', { id: String(audit_id) }),
      anchor: t('chain.of.anchor'),
    }[chain];
    return t('chain.fault', { of, fault: t(`chain.fault.${fault}`) });
  };
}

export function ChainFaults({ proof: { faults, fault_count } }: { proof: ChainProof }) {
  const { t } = useTranslation('audit');
  const wordsOf = useFaultWords();
  if (fault_count === 0) return null;
  const others = fault_count - faults.length;
  return (
    <FaultTableFrame>
      <NoticeBar tone="error" title={t('chain.broken-body')}>
        <List>
          {faults.map((fault) => {
            const words = wordsOf(fault);
            return <li key={words}>{words}</li>;
          })}
          {others > 0 ? <li>{t('chain.others', { count: others })}</li> : null}
        </List>
      </NoticeBar>
    </FaultTableFrame>
  );
}
