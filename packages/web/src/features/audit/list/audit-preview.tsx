/** Shows one row of the audit log in full, with its place in the chain and links to related rows. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { AuditRow } from '@rhythmdesk/contract/audit';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { FactGrid, PreviewHead, PreviewName, PreviewPlaceLine } from '../../../ui/list/preview-parts.tsx';
import { PreviewFrame } from '../../../ui/list/preview-frame.tsx';
import { Section } from '../../../ui/panel.tsx';
import { ActCell, useActWord, useObjectWord, useWhoWord } from './audit-words.tsx';

const Mono = styled('span')(({ theme }) => ({ ...theme.typography.mono, overflowWrap: 'anywhere' }));
const Ways = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, padding: '0 16px 16px' });

export type Narrowing = {
  readonly request_id?: string;
  readonly case_id?: number;
  readonly user_id?: number;
  readonly patient_id?: string;
  readonly hospital_id?: number;
};

/** Returns the related searches of this row. */
export function useWays(): (row: AuditRow) => readonly { readonly word: string; readonly to: Narrowing }[] {
  const { t } = useTranslation('audit');
  return ({ request_id, case: of, user, hospital, patient_id }) => [
    { word: t('all.request'), to: { request_id } },
    ...(of === null ? [] : [{ word: t('all.case'), to: { case_id: of.case_id } }]),
    ...(hospital === null || patient_id === null
      ? []
      : [{ word: t('all.patient'), to: { patient_id, hospital_id: hospital.id } }]),
    ...(user === null ? [] : [{ word: t('all.user'), to: { user_id: user.id } }]),
  ];
}

function useFacts() {
  const { t } = useTranslation('audit');
  const { t: word } = useTranslation('words');
  const format = useFormat();
  const whoOf = useWhoWord();
  const objectOf = useObjectWord();
  return (row: AuditRow): readonly (readonly [string, string])[] => {
    const role = row.role_key === null ? '' : word(`role.${row.role_key}`);
    const login = row.user?.user_id ?? '';
    return [
      [t('preview.when'), `${format.instant('dateTime', row.at)} · ${row.at}`],
      [t('column.user'), [whoOf(row), login, role].filter((part) => part !== '').join(' · ')],
      [t('column.group'), row.user_group?.name ?? ''],
      [t('column.address'), row.address ?? ''],
      [t('preview.device'), row.user_agent],
      [t('column.case'), row.case?.hn_id ?? ''],
      [t('column.hospital'), row.hospital?.name ?? ''],
      [t('preview.object'), objectOf(row)],
      [t('column.reason'), row.reason],
      [t('preview.code'), row.code ?? ''],
      [t('column.request'), row.request_id],
    ];
  };
}

export type AuditPreviewProps = {
  row: AuditRow;
  onNarrow: (to: Narrowing) => void;
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
};

function ChainPlace({ row }: { row: AuditRow }) {
  const { t } = useTranslation('audit');
  const place = t('preview.place', { chain: String(row.chain), position: String(row.position) });
  return (
    <Section title={t('preview.chain')} note={place}>
      <FactGrid>
        <dt>{t('preview.before')}</dt>
        <dd>
          <Mono>{row.previous_hash}</Mono>
        </dd>
        <dt>{t('preview.this')}</dt>
        <dd>
          <Mono>{row.hash}</Mono>
        </dd>
      </FactGrid>
    </Section>
  );
}

export function AuditPreview({ row, onNarrow, onStep, onClose }: AuditPreviewProps) {
  const { t } = useTranslation('audit');
  const factsOf = useFacts();
  const ways = useWays()(row);
  const act = useActWord()(row);
  return (
    <PreviewFrame
      head={<span className="id">{t('preview.row', { id: String(row.audit_id) })}</span>}
      previousName={t('preview.previous')}
      nextName={t('preview.next')}
      onStep={onStep}
      onClose={onClose}
    >
      <PreviewHead>
        <PreviewName>{act}</PreviewName>
        <PreviewPlaceLine>{t(`kind.${row.kind}`)}</PreviewPlaceLine>
        {row.outcome === 'refused' ? <ActCell row={row} /> : null}
      </PreviewHead>
      <Ways>
        {ways.map(({ word, to }) => (
          <Button key={word} size="small" onClick={() => onNarrow(to)}>
            {word}
          </Button>
        ))}
      </Ways>
      <Section title={t('preview.facts')}>
        <FactGrid>
          {factsOf(row)
            .filter(([, text]) => text !== '')
            .map(([label, text]) => (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd lang={nameLanguage(text)}>{text}</dd>
              </div>
            ))}
        </FactGrid>
      </Section>
      <ChainPlace row={row} />
    </PreviewFrame>
  );
}
