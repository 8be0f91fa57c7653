/**
 * Shows the description of the API and lets a caller try each call: a signed-in user with the own session, everybody
 * else with an API key. The server decides what the caller may do. It needs no sign-in.
 */
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { apiBase } from '@rhythmdesk/contract/route';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/session-state.ts';
import { useScheme } from '../../platform/theme/use-scheme.ts';
import { showFault } from '../../ui/faults/show-fault.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { Brand } from '../brand.tsx';
import { areasOf, type Description, partOf, readDescription, showCalls } from './show-calls.ts';
import { browserAddress } from '../../platform/address/base-path.ts';

const Page = styled('main')(({ theme }) => ({
  width: '100%',
  maxWidth: 1200,
  margin: '0 auto',
  padding: 16,
  ...theme.typography.body1,
}));
const Title = styled('h1')(({ theme }) => ({ ...theme.typography.h1, margin: '24px 0 4px' }));
const Line = styled('p')(({ theme }) => ({ margin: '0 0 8px', color: theme.vars.palette.text.secondary }));

const Area = styled('div')({ maxWidth: 320 });
/** Fits the library's own styles to the page, whose title it would repeat. */
const Place = styled('div')({
  '& .swagger-ui, & .swagger-ui *:not(code, pre, .microlight, .opblock-summary-path *)': {
    fontFamily: 'inherit',
  },
  '& .swagger-ui': { background: 'none' },
  '& .swagger-ui .information-container': { display: 'none' },
  '& .swagger-ui .wrapper': { padding: 0 },
  '& .swagger-ui .scheme-container': { margin: 0, padding: '12px 0', background: 'none', boxShadow: 'none' },
  '& .swagger-ui .opblock-tag': { paddingLeft: 0, paddingRight: 0 },
});

/** Shows the calls of the chosen area. */
function Calls({ description }: { description: Description }) {
  const { t } = useTranslation('try-api');
  const areas = areasOf(description);
  const [area, setArea] = useState(() => (areas.includes('case') ? 'case' : (areas[0] ?? '')));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current !== null) showCalls(place.current, partOf(description, area));
  }, [description, area]);
  return (
    <>
      <Area>
        <SelectField label={t('area')} value={area} onChange={setArea}>
          {areas.map((each) => (
            <MenuItem key={each} value={each}>
              {each}
            </MenuItem>
          ))}
        </SelectField>
      </Area>
      <Place key={area} ref={place} lang="en" />
    </>
  );
}

export function TryApiPage() {
  const { t } = useTranslation('try-api');
  const session = useSession();
  const { scheme } = useScheme();
  const [description, setDescription] = useState<Description>();
  useEffect(() => {
    document.title = `${t('title')} · Rhythmdesk`;
  }, [t]);
  useEffect(() => {
    readDescription().then(setDescription, (error: unknown) => void showFault(error));
  }, []);
  // The style sheet of the library looks for this class at the root.
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', scheme === 'dark');
    return () => document.documentElement.classList.remove('dark-mode');
  }, [scheme]);
  return (
    <Page>
      <Brand />
      <Title>{t('title')}</Title>
      <Line>{session.kind === 'signed-in' ? t('as-user', { name: session.user.name }) : t('with-key')}</Line>
      <Line>
        <Link href={browserAddress(`${apiBase}docs`)}>{t('description')}</Link>
      </Line>
      {description === undefined ? null : <Calls description={description} />}
    </Page>
  );
}
