/** Provides the texts of a row (user, action, object) and the icon of its kind. */
import { styled } from '@mui/material/styles';
import type { AuditRow } from '@rhythmdesk/contract/audit';
import { type AuditKind, isAuditAct } from '@rhythmdesk/domain/audit/acts';
import {
  BuildingsIcon,
  DownloadSimpleIcon,
  EyeIcon,
  GearIcon,
  PencilSimpleIcon,
  PrinterIcon,
  ProhibitIcon,
  ExportIcon,
  SignatureIcon,
  SignInIcon,
  UserIcon,
  type Icon,
} from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';

const icons: Readonly<Record<AuditKind, Icon>> = {
  'sign-in': SignInIcon,
  read: EyeIcon,
  change: PencilSimpleIcon,
  export: ExportIcon,
  download: DownloadSimpleIcon,
  print: PrinterIcon,
  consent: SignatureIcon,
  user: UserIcon,
  institution: BuildingsIcon,
  operation: GearIcon,
};

const Act = styled('span', { shouldForwardProp: (prop) => prop !== 'refused' })<{ refused: boolean }>(
  ({ theme, refused }) => ({
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minWidth: 0,
    ...(refused ? { color: theme.vars.palette.error.main, fontWeight: 500 } : {}),
    '& > svg': { flex: 'none', ...(refused ? {} : { color: theme.vars.palette.text.secondary }) },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  }),
);

/** Rows from before the actions had names keep their original word. */
export function useActWord(): (row: AuditRow) => string {
  const { t } = useTranslation('audit');
  return ({ action }) => (isAuditAct(action) ? t(`act.${action}`) : action);
}

export function ActCell({ row }: { row: AuditRow }) {
  const { t } = useTranslation('audit');
  const word = useActWord()(row);
  const refused = row.outcome === 'refused';
  const TheIcon = refused ? ProhibitIcon : icons[row.kind];
  const text = refused ? `${word} · ${t('outcome.refused')}` : word;
  return (
    <Act refused={refused} title={text}>
      <TheIcon size={16} aria-hidden="true" />
      <span>{text}</span>
    </Act>
  );
}

/** Returns the actor: a user, somebody who was not signed in, or the server itself. */
export function useWhoWord(): (row: AuditRow) => string {
  const { t } = useTranslation('audit');
  return ({ user, address }) => user?.name ?? t(address === null ? 'system' : 'nobody');
}

/** Returns the patient of a case, the number of cases that a list showed, or the affected object. */
export function useObjectWord(): (row: AuditRow) => string {
  const { t } = useTranslation('audit');
  return ({ patient_name, patient_id, shown, target }) => {
    const patient = [patient_name, patient_id ?? ''].filter((part) => part !== '').join(' ');
    if (shown !== null) return t('shown', { count: shown });
    return [patient, target].filter((part) => part !== '').join(' · ');
  };
}
