/** Shows the head of an institution's page: its facts, and the cases that wait for its users. */
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { styled } from '@mui/material/styles';
import { can } from '@rhythmdesk/domain/people/can';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { useSessionUser } from '../../../platform/session/session-state.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { InstitutionCards } from './institution-cards.tsx';
import type { ListPageModel } from './use-list-page.ts';

const Frame = styled('header')(({ theme }) => ({
  padding: '14px 16px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s0,
  [theme.breakpoints.down('md')]: { padding: '12px 12px 4px', borderBottom: 0 },
}));
const Top = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 12,
  '& > .space': { flex: 1 },
});
const Name = styled('h1')(({ theme }) => ({
  margin: 0,
  fontSize: textSize.page,
  lineHeight: '28px',
  fontWeight: 600,
  letterSpacing: '-.015em',
  '& small': {
    marginLeft: 10,
    fontSize: textSize.body,
    fontWeight: 400,
    letterSpacing: 0,
    color: theme.vars.palette.text.secondary,
  },
}));
const Facts = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 28px',
  margin: '6px 0 12px',
  minHeight: 20,
  '& div': { display: 'flex', gap: 8 },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 500 },
}));

type InstitutionName = { id: number; name: string };

export type InstitutionHeadProps = {
  institution: InstitutionName;
  others: readonly InstitutionName[];
  model: ListPageModel;
  primary: ReactNode;
  onPick: (id: number) => void;
};

function FactLine({ id }: { id: number }) {
  const { t } = useTranslation('case-list');
  const format = useFormat();
  const { data } = useQuery({
    ...callQuery('institution', { id }),
    staleTime: 5 * 60_000,
  });
  const { normal = 0, urgent = 0 } = data?.turnaround_hours ?? {};
  const turnaround = t('institution.turnaround.value', {
    normal: format.number(normal),
    urgent: format.number(urgent),
  });
  const facts = data
    ? ([
        [t('institution.center'), data.tech_center?.name],
        [t('institution.consent'), t(`agree.${data.agree_type}`)],
        [t('institution.turnaround'), turnaround],
        [t('institution.code'), data.register_code],
      ] as const)
    : [];
  return (
    <Facts>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd lang={nameLanguage(value)}>{value}</dd>
          </div>
        ) : null,
      )}
    </Facts>
  );
}

function Picker({
  institution,
  others,
  onPick,
}: Pick<InstitutionHeadProps, 'institution' | 'others' | 'onPick'>) {
  const { t } = useTranslation('case-list');
  return (
    <Select
      size="small"
      value={institution.id}
      onChange={(event) => onPick(event.target.value)}
      inputProps={{ 'aria-label': t('institution.pick') }}
      sx={{ minWidth: 220, fontWeight: 600 }}
    >
      {others.map(({ id, name }) => (
        <MenuItem key={id} value={id} lang={nameLanguage(name)}>
          {name}
        </MenuItem>
      ))}
    </Select>
  );
}

export function InstitutionHead({ institution, others, model, primary, onPick }: InstitutionHeadProps) {
  const { t } = useTranslation('case-list');
  const { user_role } = useSessionUser();
  const { name } = institution;
  useEffect(() => {
    document.title = `${t('title.institution', { institution: name })} · Rhythmdesk`;
  }, [t, name]);
  const readsFacts = can(user_role, 'institution.read') !== 'never';
  return (
    <Frame>
      <Top>
        <Name lang={nameLanguage(name)}>{name}</Name>
        {others.length > 1 ? <Picker institution={institution} others={others} onPick={onPick} /> : null}
        <span className="space" />
        {primary}
      </Top>
      {readsFacts ? <FactLine id={institution.id} /> : null}
      <InstitutionCards model={model} />
    </Frame>
  );
}
