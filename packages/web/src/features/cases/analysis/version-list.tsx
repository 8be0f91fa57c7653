/** Lists every version of an analysis in one line each: number, time, and its author or why it failed. */
import { styled } from '@mui/material/styles';
import type { AnalysisVersion } from '@rhythmdesk/contract/analysis';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useNow } from '../../../ui/use-now.ts';

const List = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 });
const Row = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 8,
  width: '100%',
  minHeight: 44,
  padding: '5px 10px',
  border: 0,
  borderLeft: '3px solid transparent',
  font: 'inherit',
  textAlign: 'left',
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.surface.s3 },
  '&[aria-current]': {
    borderLeftColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.surface.s3,
  },
  '& strong': { fontWeight: 500 },
  '& span': { fontSize: textSize.small, lineHeight: '18px', color: theme.vars.palette.text.secondary },
  '& .who': { gridColumn: '1 / -1', overflowWrap: 'anywhere' },
}));

export type VersionListProps = {
  readonly versions: readonly AnalysisVersion[];
  /** The version on the case page. */
  readonly current: number;
  readonly chosen: number;
  readonly onChoose: (version: number) => void;
};

export function VersionList({ versions, current, chosen, onChoose }: VersionListProps) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  const nowMs = useNow();
  const whoOf = ({ state, created_by }: AnalysisVersion): string => {
    if (state === 'failed') return t('versions.failed');
    return created_by === null ? t('versions.by-itself') : t('versions.by', { name: created_by.name });
  };
  return (
    <List aria-label={t('versions.title')}>
      {versions.map((one) => {
        const { analysis_version: version, created_at } = one;
        return (
          <li key={version}>
            <Row
              type="button"
              aria-current={version === chosen ? 'true' : undefined}
              onClick={() => onChoose(version)}
            >
              <strong>
                {version === current
                  ? t('versions.standing', { version })
                  : t('versions.number', { version })}
              </strong>
              <span title={format.instant('dateTime', created_at)}>{format.moment(created_at, nowMs)}</span>
              <span className="who">{whoOf(one)}</span>
            </Row>
          </li>
        );
      })}
    </List>
  );
}
