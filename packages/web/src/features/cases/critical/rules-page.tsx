/**
 * Shows `/critical/rules`: what the center regards as critical, how soon its hospitals must be notified, and who is
 * notified when.
 */
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Switch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';
import {
  type CriticalRuleKey,
  criticalRuleKeys,
  deadlineBounds,
  laterLevels,
} from '@rhythmdesk/domain/critical/critical-rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { draftFault, limitNames, type RulesDraft, settingsOfDraft } from './rules-draft.ts';
import { type RulesAnswer, rulesQuery, useWritingRules } from './use-writing-rules.ts';

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%', overflowY: 'auto' });
const Body = styled('form')({ width: '100%', maxWidth: 860, padding: '0 16px 24px' });
const Table = styled('section')(({ theme }) => ({
  '& h2': { margin: '16px 0 4px', fontSize: textSize.section, fontWeight: 600 },
  '& p': { margin: '0 0 8px', color: theme.vars.palette.text.secondary },
}));
const Rule = styled('fieldset')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '56px minmax(160px, 1fr) auto auto',
  alignItems: 'center',
  gap: 12,
  margin: 0,
  padding: '8px 0',
  border: 0,
  borderTop: `1px solid ${theme.vars.palette.line.hair}`,
  '& .name': { fontWeight: 500 },
  '& .limits': { display: 'flex', flexWrap: 'wrap', gap: 12, justifyContent: 'flex-end' },
  '& label': { display: 'inline-flex', alignItems: 'center', gap: 6, whiteSpace: 'nowrap' },
  '& .MuiOutlinedInput-root': { width: 84 },
  '& input': { textAlign: 'right' },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: '56px minmax(0, 1fr)',
    '& .limits': { gridColumn: '1 / -1', justifyContent: 'flex-start' },
  },
}));
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  marginTop: 16,
  color: theme.vars.palette.text.secondary,
  '& .fault': { color: theme.vars.palette.error.main },
}));
const Versions = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  color: theme.vars.palette.text.secondary,
  '& li': { padding: '4px 0' },
}));

type FieldProps = {
  draft: RulesDraft;
  onDraft: (draft: RulesDraft) => void;
  place: string;
  label: string;
  unit: string;
};

function NumberField({ draft, onDraft, place, label, unit }: FieldProps) {
  const id = useId();
  return (
    <label htmlFor={id}>
      {label}
      <OutlinedInput
        id={id}
        size="small"
        value={draft.numbers[place] ?? ''}
        onChange={(event) =>
          onDraft({ ...draft, numbers: { ...draft.numbers, [place]: event.target.value } })
        }
        inputProps={{ inputMode: 'decimal' }}
      />
      {unit}
    </label>
  );
}

const units = { beats: 'beats', seconds: 'seconds', bpm: 'bpm', degree: 'degree' } as const;
const isLimit = (name: string): name is keyof typeof units => Object.hasOwn(units, name);

function RuleRow({
  rule,
  draft,
  onDraft,
}: { rule: CriticalRuleKey } & Pick<FieldProps, 'draft' | 'onDraft'>) {
  const { t } = useTranslation('critical');
  const name = t(`rule.${rule}`);
  const isOn = draft.on[rule] === true;
  return (
    <Rule>
      <Switch
        checked={isOn}
        onChange={(_, on) => onDraft({ ...draft, on: { ...draft.on, [rule]: on } })}
        slotProps={{ input: { 'aria-label': name } }}
      />
      <span className="name">{name}</span>
      <span className="limits">
        {limitNames(rule)
          .filter(isLimit)
          .map((limit) => (
            <NumberField
              key={limit}
              draft={draft}
              onDraft={onDraft}
              place={`${rule}.${limit}`}
              label={t(`limit.${limit}`)}
              unit={t(`unit.${limit}`)}
            />
          ))}
      </span>
      <span className="limits">
        <NumberField
          draft={draft}
          onDraft={onDraft}
          place={`${rule}.deadline_minutes`}
          label={t('deadline')}
          unit={t('unit.minutes')}
        />
      </span>
    </Rule>
  );
}

function EarlierVersions({ present, earlier }: RulesAnswer) {
  const { t } = useTranslation('critical');
  const format = useFormat();
  const rows = [present, ...earlier].filter(({ version }) => version > 0);
  return (
    <Table>
      <h2>{t('versions')}</h2>
      {rows.length === 0 ? <p>{t('versions.none')}</p> : null}
      <Versions>
        {rows.map(({ version, created_at: at, created_by: by }) => (
          <li key={version}>
            {t('versions.row', {
              version,
              name: by?.name ?? '',
              at: at === null ? '' : format.instant('dateTime', at),
            })}
          </li>
        ))}
      </Versions>
    </Table>
  );
}

type EditProps = Pick<FieldProps, 'draft' | 'onDraft'>;

function EscalationTimes({ draft, onDraft }: EditProps) {
  const { t } = useTranslation('critical');
  return (
    <Table>
      <h2>{t('escalation')}</h2>
      <p>{t('rules.escalation-note')}</p>
      {laterLevels.map((level) => (
        <Rule key={level}>
          <span />
          <span className="name">{t(`level.${level}`)}</span>
          <span className="limits">
            <NumberField
              draft={draft}
              onDraft={onDraft}
              place={`escalation.${level}`}
              label={t('after')}
              unit={t('unit.minutes')}
            />
          </span>
        </Rule>
      ))}
    </Table>
  );
}

function RulesForm({ answer }: { answer: RulesAnswer }) {
  const { t } = useTranslation('critical');
  const { t: frame } = useTranslation('dialogs');
  const format = useFormat();
  const { draft, setDraft, isChanged, saving, takeNewest } = useWritingRules(answer.present);
  const { mutate, isPending, isSuccess, isStale } = saving;
  const settings = settingsOfDraft(draft);
  const fault = draftFault(settings);
  const bounds = { least: format.number(deadlineBounds.least), most: format.number(deadlineBounds.most) };
  return (
    <Body
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (settings !== null && fault === null) mutate({ settings, draft });
      }}
    >
      <Table>
        <h2>{t('rules.what')}</h2>
        <p>{t('rules.what-note', bounds)}</p>
        {criticalRuleKeys.map((rule) => (
          <RuleRow key={rule} rule={rule} draft={draft} onDraft={setDraft} />
        ))}
      </Table>
      <EscalationTimes draft={draft} onDraft={setDraft} />
      <Foot>
        <Button type="submit" variant="contained" disabled={isPending || fault !== null || !isChanged}>
          {t('save')}
        </Button>
        {isStale ? <Button onClick={() => void takeNewest()}>{frame('reload')}</Button> : null}
        {fault === null ? (
          <span role="status">{isSuccess && !isChanged ? t('rules.saved') : t('rules.from-now')}</span>
        ) : (
          <span className="fault" role="alert">
            {t(`rules.fault-${fault}`)}
          </span>
        )}
      </Foot>
      <EarlierVersions {...answer} />
    </Body>
  );
}

export function Page() {
  const { t } = useTranslation('critical');
  const { data, error, refetch } = useQuery(rulesQuery);
  return (
    <Frame>
      <PageHeader
        title={t('rules')}
        actions={
          <Button component={Link} to="/critical" size="small">
            {t('rules.to-board')}
          </Button>
        }
      >
        {data === undefined ? null : <span lang={nameLanguage(data.center.name)}>{data.center.name}</span>}
      </PageHeader>
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <GridSkeleton /> : null}
      {data === undefined ? null : <RulesForm answer={data} />}
    </Frame>
  );
}
