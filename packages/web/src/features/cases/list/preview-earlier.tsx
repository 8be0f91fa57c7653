/** Links to the same patient's previous recording. */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { ArrowUpRightIcon, ClockCounterClockwiseIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { casePath } from '../model/list-trail.ts';

const Row = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '12px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  textDecoration: 'none',
  color: theme.vars.palette.text.secondary,
  '&:hover': { backgroundColor: theme.vars.palette.row.hover },
  '& strong': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '& > .space': { flex: 1 },
}));

export function PreviewEarlier({ detail }: { detail: CaseDetail }) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const [earlier] = detail.earlier;
  if (earlier === undefined) return null;
  const { recording_start, recording_seconds, af_share } = earlier;
  const facts = [
    recording_start === null ? '' : format.instant('month', recording_start, detail.time_zone),
    recording_seconds === null ? '' : format.duration(recording_seconds * 1_000),
    af_share === null ? '' : `${t('preview.af')} ${format.percent(af_share)}`,
  ];
  return (
    <Row to={casePath(earlier.case_id)}>
      <ClockCounterClockwiseIcon size={16} aria-hidden="true" />
      <strong>{t('preview.earlier')}</strong>
      {facts.filter((fact) => fact !== '').join(' · ')}
      <span className="space" />
      <ArrowUpRightIcon size={16} aria-hidden="true" />
    </Row>
  );
}
