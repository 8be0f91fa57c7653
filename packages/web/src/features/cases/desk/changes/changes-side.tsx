/**
 * Shows beside the changes: the comments pinned to the recording, the log of all edits, and for the chief who decides the
 * form that returns the case.
 */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useTranslation } from 'react-i18next';
import { EditLog } from './edit-log-list.tsx';
import { PinsSection } from '../pins/pins-panel.tsx';
import { ReturnForm } from './return-form.tsx';
import type { Desk } from '../session/use-desk.ts';

const Side = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  width: 300,
  minHeight: 0,
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  [theme.breakpoints.down('lg')]: { display: 'none' },
}));
const Pins = styled('div')(({ theme }) => ({
  flex: '0 1 auto',
  minHeight: 120,
  maxHeight: '50%',
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
}));

export function ChangesSide({ desk, detail }: { desk: Desk; detail: CaseDetail }) {
  const { t } = useTranslation('desk');
  return (
    <Side aria-label={t('changes.side')}>
      <Pins>
        <PinsSection {...{ desk, detail }} always />
      </Pins>
      <EditLog desk={desk} />
      {detail.actions.includes('return') ? <ReturnForm {...{ desk, detail }} /> : null}
    </Side>
  );
}
