/** Shows the current institution beside the list: its facts, its users, this month's cases, its prices. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Institution, InstitutionRow } from '@rhythmdesk/contract/institutions';
import { useQuery } from '@tanstack/react-query';
import { PencilSimpleIcon } from '@phosphor-icons/react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { PreviewFrame } from '../../../ui/list/preview-frame.tsx';
import {
  FactGrid,
  PreviewActs,
  PreviewHead,
  PreviewName,
  PreviewPlaceLine,
  PreviewWaiting,
} from '../../../ui/list/preview-parts.tsx';
import { Section } from '../../../ui/panel.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { PartShown } from '../../../ui/list/part-shown.tsx';
import { CertificateSection } from '../certificate/certificate-section.tsx';
import { ClientsSection } from '../keys/clients-section.tsx';
import { KeysSection } from '../keys/keys-section.tsx';
import { TeamSection } from '../teams/team-shares.tsx';
import { PriceSection } from '../prices/price-section.tsx';
import { shownFields, useFieldText } from '../record/field-text.ts';
import { TypeIcon } from '../model/type-icon.tsx';
import { listKeys } from '../../../ui/list/list-keys.ts';

const People = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'flex', alignItems: 'center', gap: 9 },
  '& .role': { marginLeft: 'auto', color: theme.vars.palette.text.secondary },
}));
const Numbers = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, 1fr)',
  gap: 8,
  margin: '0 0 8px',
  '& dd': { margin: 0, fontSize: textSize.dialog, lineHeight: '24px', fontWeight: 600 },
  '& dt': { fontSize: textSize.small, lineHeight: '16px', color: theme.vars.palette.text.secondary },
  '& div': { display: 'flex', flexDirection: 'column-reverse' },
}));

export type InstitutionPreviewProps = {
  row: InstitutionRow;
  onEdit: () => void;
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
};

function FactList({ record }: { record: Institution }) {
  const { t } = useTranslation('institutions');
  const textOf = useFieldText();
  return (
    <Section title={t('preview.facts')}>
      <FactGrid>
        {shownFields(record)
          .filter((field) => field !== 'name' && field !== 'type' && field !== 'charging_unit_id')
          .map((field) => {
            const { label, text } = textOf(record, field);
            return (
              <div key={field} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd lang={nameLanguage(text)}>{text}</dd>
              </div>
            );
          })}
      </FactGrid>
    </Section>
  );
}

type Administration = NonNullable<Institution['administration']>;

function PeopleList({ people, user_count }: Pick<Administration, 'people' | 'user_count'>) {
  const { t } = useTranslation('institutions');
  const { t: word } = useTranslation('words');
  return (
    <Section title={t('preview.people')} note={t('preview.people.count', { count: user_count })}>
      {people.length === 0 ? t('preview.people.none') : null}
      <People>
        {people.map((person) => (
          <li key={person.id}>
            <Avatar person={person} size={22} />
            <span lang={nameLanguage(person.name)}>{person.name}</span>
            <span className="role">{word(`role.${person.role_key}`)}</span>
          </li>
        ))}
      </People>
      <PartShown shown={people.length} total={user_count} />
    </Section>
  );
}

type MonthProps = { id: number; ofHospital: boolean; month: NonNullable<Administration['month']> };

function Month({ id, ofHospital, month }: MonthProps) {
  const { t } = useTranslation('institutions');
  const { t: word } = useTranslation('words');
  const format = useFormat();
  const figures = [
    [t('preview.month.all'), month.cases],
    [word('priority.urgent'), month.urgent],
    [word('status.complete'), month.completed],
  ] as const;
  return (
    <Section
      title={t('preview.cases')}
      note={
        ofHospital ? (
          <Link to="/admin" search={{ hospital_id: [id], status: ['any'] }}>
            {t('preview.cases.all')}
          </Link>
        ) : undefined
      }
    >
      <Numbers>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.number(value)}</dd>
          </div>
        ))}
      </Numbers>
    </Section>
  );
}

function Body({ record }: { record: Institution }) {
  const { administration } = record;
  return (
    <>
      <FactList record={record} />
      {record.type === 'tech_center' ? <TeamSection center_id={record.id} /> : null}
      {record.type === 'tech_center' ? <CertificateSection center_id={record.id} /> : null}
      {record.type === 'team' ? (
        <TeamSection center_id={record.tech_center?.id ?? null} team_id={record.id} />
      ) : null}
      {administration === null ? null : (
        <>
          <PeopleList {...administration} />
          {administration.month === null ? null : (
            <Month id={record.id} ofHospital={record.type === 'hospital'} month={administration.month} />
          )}
          {shownFields(record).includes('charging_unit_id') ? (
            <PriceSection id={record.id} unit={administration.charging_unit} />
          ) : null}
          <KeysSection id={record.id} />
          <ClientsSection id={record.id} />
        </>
      )}
    </>
  );
}

export function InstitutionPreview({ row, onEdit, onStep, onClose }: InstitutionPreviewProps) {
  const { t } = useTranslation('institutions');
  const format = useFormat();
  const { data, error, refetch } = useQuery(callQuery('institution', { id: row.id }));
  const edits = (data?.administration?.editable.length ?? 0) > 0;
  return (
    <PreviewFrame
      head={<span className="id">{row.register_code}</span>}
      previousName={t('preview.previous')}
      nextName={t('preview.next')}
      onStep={onStep}
      onClose={onClose}
    >
      <PreviewHead>
        <PreviewName lang={nameLanguage(row.name)}>
          <TypeIcon type={row.type} size={20} />
          {row.name}
        </PreviewName>
        <PreviewPlaceLine>
          {t(`type.${row.type}`)} · {t('since', { date: format.instant('date', row.created_at) })}
        </PreviewPlaceLine>
        <PreviewActs>
          <Button size="small" startIcon={<PencilSimpleIcon size={16} aria-hidden="true" />} onClick={onEdit}>
            {t(edits ? 'preview.edit' : 'preview.facts')}
            <KeyCap name={listKeys['list-open'].keys[0]} command="list-open" />
          </Button>
        </PreviewActs>
      </PreviewHead>
      {data ? (
        <Body record={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PreviewWaiting />
      )}
    </PreviewFrame>
  );
}
