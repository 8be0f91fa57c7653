/** Shows the live number of waiting items of a menu entry; nothing is shown for zero or an entry without a count. */
import { styled } from '@mui/material/styles';
import { callQuery } from '../../platform/client/query-cache.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import { useLiveWork } from '../../features/cases/model/use-live-work.ts';
import type { NavName } from './nav-entries.ts';

const Count = styled('span')(({ theme }) => ({
  minWidth: 20,
  marginLeft: 6,
  padding: '0 6px',
  borderRadius: 4,
  fontSize: textSize.small,
  lineHeight: '18px',
  fontWeight: 600,
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  color: theme.vars.palette.error.main,
  backgroundColor: theme.vars.palette.error.tint,
}));

function CriticalCount() {
  const format = useFormat();
  const { data } = useLiveWork(callQuery('criticalCount', {}));
  if (data === undefined || data.open === 0) return null;
  return <Count>{format.number(data.open)}</Count>;
}

export function NavCount({ name }: { name: NavName }) {
  return name === 'critical' ? <CriticalCount /> : null;
}
