/**
 * Says that a newer version replaced the shown report, which may have happened while it was open, and opens the newer
 * one.
 */
import Button from '@mui/material/Button';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { currentVersion } from './shown-document.ts';

type ReplacedVersionProps = {
  readonly detail: Pick<CaseDetail, 'report_versions'>;
  readonly version: number;
  readonly onOpen: (newest: number) => void;
};

export function ReplacedVersion({ detail, version, onOpen }: ReplacedVersionProps) {
  const { t } = useTranslation('case-page');
  const newest = currentVersion(detail);
  return (
    <span role="status" style={{ flex: 'none', maxWidth: '100%' }}>
      {newest === undefined || newest <= version ? null : (
        <Button size="small" color="warning" sx={{ fontSize: textSize.body }} onClick={() => onOpen(newest)}>
          {t('report.replaced', { version: newest })}
        </Button>
      )}
    </span>
  );
}
