/** Shows the severity; a reader of the recording changes it by one choice, which is saved at once. */
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { type Severity, severities } from '@rhythmdesk/domain/case/status';
import { CaretDownIcon, CheckIcon } from '@phosphor-icons/react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { useWords } from '../../../platform/texts/use-words.ts';
import { useDialogs } from '../../../ui/dialogs/dialogs.ts';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { CaseSeverity } from '../badges/case-badges.tsx';
import { FactRow } from './fact-row.tsx';
import { StaleField, useSaver } from '../model/use-save.ts';

const Opener = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 24,
  margin: '-2px -6px',
  padding: '2px 6px',
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  [theme.breakpoints.down('md')]: { minHeight: 44 },
}));

function useSaveSeverity(detail: CaseDetail): (severity: Severity) => Promise<void> {
  const { t } = useTranslation('case-page');
  const dialogs = useDialogs();
  const saver = useSaver();
  const words = useWords();
  const { case_id, severity: before } = detail;
  return async (severity) => {
    if (severity === before) return;
    try {
      await saver.save({
        send: (version) => api.call('updateReading', { case_id, version, severity }),
        untouched: (newest) => newest.severity === before,
        saved: { severity },
      });
    } catch (error) {
      if (!(error instanceof StaleField)) return showFault(error);
      const value = words.severity(error.newest.severity);
      await dialogs.alert({ title: t('stale.title'), message: t('stale.now', { value }) });
    }
  };
}

export function SeverityFact({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-page');
  const words = useWords();
  const save = useSaveSeverity(detail);
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const mark = <CaseSeverity severity={detail.severity} />;
  if (!detail.can_edit_reading) return <FactRow name={t('fact.severity')}>{mark}</FactRow>;
  const choose = (severity: Severity): void => {
    setAnchor(null);
    void save(severity);
  };
  return (
    <FactRow name={t('fact.severity')}>
      <Opener
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {mark}
        <CaretDownIcon
          size={12}
          weight="bold"
          role="img"
          aria-label={t('edit.open', { field: t('fact.severity') })}
        />
      </Opener>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {severities.map((severity) => (
          <MenuItem
            key={severity}
            role="menuitemradio"
            aria-checked={severity === detail.severity}
            selected={severity === detail.severity}
            onClick={() => choose(severity)}
          >
            <ListItemIcon sx={{ minWidth: '16px !important' }}>
              {severity === detail.severity ? <CheckIcon size={14} weight="bold" aria-hidden="true" /> : null}
            </ListItemIcon>
            {severity === 'none' ? words.severity('none') : <CaseSeverity severity={severity} />}
          </MenuItem>
        ))}
      </Menu>
    </FactRow>
  );
}
