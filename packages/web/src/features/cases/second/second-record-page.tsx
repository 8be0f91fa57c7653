/** Shows `/second/{second_id}`: one second reading and, once it is finished, its agreement with the first. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { SecondDetail } from '@rhythmdesk/contract/second-readings';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PatientName } from '../badges/patient-name.tsx';
import { AgreementView } from './agreement-view.tsx';
import { SecondGate } from './second-gate.tsx';
import { secondDeskPath, secondListPath } from './second-paths.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%' });
const Body = styled('div')({ flex: 1, minHeight: 0, overflowY: 'auto' });
const Facts = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 20px',
  margin: 0,
  padding: '0 16px',
  color: theme.vars.palette.text.secondary,
  '& .id': { ...theme.typography.mono },
}));

const Back = styled('span')(({ theme }) => ({
  whiteSpace: 'nowrap',
  '& a': { color: theme.vars.palette.primary.main, textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
}));

function FactLine({ detail }: { detail: SecondDetail }) {
  const { t } = useTranslation('second');
  const format = useFormat();
  const { recording_start, recording_seconds, time_zone, first_reader, reader, finished_at } = detail;
  return (
    <Facts>
      <PatientName row={detail} />
      {recording_start === null ? null : <span>{format.instant('date', recording_start, time_zone)}</span>}
      {recording_seconds === null ? null : <span>{format.duration(1000 * recording_seconds)}</span>}
      {first_reader === null || reader === null ? null : (
        <span>{t('readers', { first: first_reader.name, second: reader.name })}</span>
      )}
      {finished_at === null ? null : (
        <span>{t('state.finished', { when: format.instant('dateTime', finished_at) })}</span>
      )}
    </Facts>
  );
}

function Record({ detail }: { detail: SecondDetail }) {
  const { t } = useTranslation('second');
  const { agreement, hn_id, second_id, may_read } = detail;
  const goOn = may_read ? (
    <Button component={Link} to={secondDeskPath(second_id)} variant="contained" size="small">
      {t('go-on')}
    </Button>
  ) : undefined;
  return (
    <Frame>
      <PageHeader
        title={`${t('desk.title')} · ${hn_id}`}
        actions={
          <Back>
            <Link to={secondListPath} search={agreement === null ? {} : { view: 'finished' }}>
              {t('record.back')}
            </Link>
          </Back>
        }
      />
      <Body>
        <FactLine detail={detail} />
        {agreement === null ? (
          <EmptyState level="h2" title={t('record.waiting')} action={goOn} />
        ) : (
          <AgreementView agreement={agreement} detail={detail} />
        )}
      </Body>
    </Frame>
  );
}

export function Page() {
  return <SecondGate>{(detail) => <Record detail={detail} />}</SecondGate>;
}
