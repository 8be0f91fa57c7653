/** `/critical/rules`: what the center calls critical, in what time its hospitals must know, who is told when. */
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Switch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';
import { type CriticalSettings, criticalSettings } from '@rhythmdesk/contract/critical';
import type { Routes } from '@rhythmdesk/contract/routes';
import type { OutputOf } from '@rhythmdesk/contract/route';
import {
  type CriticalRuleKey,
  criticalRuleKeys,
  criticalRuleTable,
  deadlineBounds,
  escalationFault,
  laterLevels,
} from '@rhythmdesk/domain/critical/critical-rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../platform/client/api.ts';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { GridSkeleton } from '../../../ui/list/list-skeleton.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';

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

type Answer = OutputOf<Routes['criticalRules']>;
/** Every number as it is typed, by its place: `vt.beats`, `escalation.center`; `on` by rule. */
type Draft = {
  readonly numbers: Readonly<Record<string, string>>;
  readonly on: Readonly<Record<string, boolean>>;
};

function limitNames(rule: CriticalRuleKey): string[] {
  return Object.keys(criticalRuleTable[rule].limits);
}

function draftOf({ rules, escalation }: CriticalSettings): Draft {
  const numbers: [string, string][] = [];
  for (const rule of criticalRuleKeys) {
    for (const [name, value] of Object.entries(rules[rule]))
      if (typeof value === 'number') numbers.push([`${rule}.${name}`, String(value)]);
  }
  for (const level of laterLevels) numbers.push([`escalation.${level}`, String(escalation[level])]);
  return {
    numbers: Object.fromEntries(numbers),
    on: Object.fromEntries(criticalRuleKeys.map((rule) => [rule, rules[rule].on])),
  };
}

/** What was typed as settings, or null where some of it is none. */
function settingsOf({ numbers, on }: Draft): CriticalSettings | null {
  const of = (place: string): number => Number((numbers[place] ?? '').replace(',', '.').trim() || 'none');
  const ruleOf = (rule: CriticalRuleKey): [string, unknown] => {
    const limits = limitNames(rule).map((name) => [name, of(`${rule}.${name}`)]);
    const rest = { on: on[rule] === true, deadline_minutes: of(`${rule}.deadline_minutes`) };
    return [rule, { ...rest, ...Object.fromEntries(limits) }];
  };
  const escalation = Object.fromEntries(laterLevels.map((level) => [level, of(`escalation.${level}`)]));
  const parsed = criticalSettings.safeParse({
    rules: Object.fromEntries(criticalRuleKeys.map(ruleOf)),
    escalation,
  });
  return parsed.success ? parsed.data : null;
}

type FieldProps = {
  draft: Draft;
  onDraft: (draft: Draft) => void;
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

function useSavingRules(version: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (settings: CriticalSettings) => api.call('changeCriticalRules', { version, settings }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['criticalRules'] }),
  });
}

function faultOf(settings: CriticalSettings | null): 'bounds' | 'order' | null {
  if (settings === null) return 'bounds';
  return escalationFault(settings.escalation) === null ? null : 'order';
}

function EarlierVersions({ present, earlier }: Answer) {
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

function RulesForm({ answer }: { answer: Answer }) {
  const { t } = useTranslation('critical');
  const format = useFormat();
  const { present } = answer;
  const [draft, setDraft] = useState(() => draftOf(present.settings));
  const { mutate, isPending, isSuccess } = useSavingRules(present.version);
  const settings = settingsOf(draft);
  const fault = faultOf(settings);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(present.settings));
  const bounds = { least: format.number(deadlineBounds.least), most: format.number(deadlineBounds.most) };
  return (
    <Body
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (settings !== null && fault === null) mutate(settings);
      }}
    >
      <Table>
        <h2>{t('rules.what')}</h2>
        <p>{t('rules.what-note', bounds)}</p>
        {criticalRuleKeys.map((rule) => (
          <RuleRow key={rule} rule={rule} draft={draft} onDraft={setDraft} />
        ))}
      </Table>
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
                onDraft={setDraft}
                place={`escalation.${level}`}
                label={t('after')}
                unit={t('unit.minutes')}
              />
            </span>
          </Rule>
        ))}
      </Table>
      <Foot>
        <Button type="submit" variant="contained" disabled={isPending || fault !== null || !isChanged}>
          {t('save')}
        </Button>
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
  const { data, error, refetch } = useQuery(callQuery('criticalRules', {}));
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
      {data === undefined ? null : <RulesForm key={data.present.version} answer={data} />}
    </Frame>
  );
}
