/** `/account`: how the signed-in user signs in, and where they are signed in now. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FactorsSection } from './factors-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

const Column = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  maxWidth: 792,
  padding: '0 16px 48px',
  [theme.breakpoints.down('md')]: { padding: '0 0 32px', gap: 8 },
}));

export function Page() {
  const { t } = useTranslation('account');
  return (
    <>
      <PageHeader title={t('title')} />
      <Column>
        <FactorsSection />
        <SessionsSection />
      </Column>
    </>
  );
}
