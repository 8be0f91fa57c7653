/**
 * Shows the reviewed share, by whom, the minimum of the center while it is not reached, and a button that shows the
 * first unreviewed place.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { useStripPlace } from '../../analysis/strip-place.tsx';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { coverageKeys } from './coverage-keys.ts';
import type { CoverageSums } from './coverage-sums.ts';
import { useCoverage } from './use-coverage.ts';

const Share = styled('span')(({ theme }) => ({
  flex: 'none',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

type CoverageNoteProps = {
  readonly sums: CoverageSums;
  /** Minimum of the center in percent; null if it has none, or if it is reached. */
  readonly required: number | null;
  readonly onUnseen: () => void;
};

/** Returns whole percent, never rounded up: 29 of 100 minutes are 29. */
const wholePercent = (share: number): number => Math.floor(share * 100 + 1e-6) / 100;

export function CoverageNote({ sums, required, onUnseen }: CoverageNoteProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const share = (of: number): string => format.percent(wholePercent(of), 0);
  const readers = sums.readers.map((one) => `${one.name} ${share(one.share)}`).join(' · ');
  return (
    <>
      <Tooltip title={readers} describeChild>
        <Share className="share">
          {required === null
            ? t('coverage.share', { share: share(sums.share) })
            : t('coverage.asked', { share: share(sums.share), required: share(required / 100) })}
        </Share>
      </Tooltip>
      {sums.unseen.length === 0 ? null : (
        <Button size="small" variant="text" sx={{ height: 22, flex: 'none' }} onClick={onUnseen}>
          {t('coverage.unseen')}
          <KeyCap name={coverageKeys.unseen.keys[0]} command="unseen" />
        </Button>
      )}
    </>
  );
}

/** Shows the first unreviewed place on the strip. */
export function useShowUnseen(): () => void {
  const strip = useStripPlace();
  const { firstUnseen } = useCoverage();
  return () => {
    const first = firstUnseen();
    if (first !== null) strip.showSpan(first);
  };
}

export function UnseenCommand() {
  const { sums } = useCoverage();
  const show = useShowUnseen();
  const isOn = sums !== null && sums.unseen.length > 0;
  useDeskCommands(coverageKeys, { unseen: isOn ? { run: show } : undefined }, 'desk');
  return null;
}
