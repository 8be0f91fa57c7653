/**
 * Shows `/admin/privacy`: what is stored of one patient with its copy and erasure, recordings for research, the protocols
 * of erasures, and how long each kind of data is kept. For level 5.
 */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErasureSection } from './erasure-rows.tsx';
import { PatientSection } from './patient-section.tsx';
import { ResearchSection } from './research-section.tsx';
import { RetentionSection } from './retention-rows.tsx';

const Body = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto', paddingBottom: 24 });

export function Page() {
  const { t } = useTranslation('privacy');
  return (
    <>
      <PageHeader title={t('title')} />
      <Body tabIndex={0} role="region" aria-label={t('title')}>
        <PatientSection />
        <ErasureSection />
        <ResearchSection />
        <RetentionSection />
      </Body>
    </>
  );
}
