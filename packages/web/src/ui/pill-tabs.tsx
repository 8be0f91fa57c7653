/** Shows the views of a page as pill-shaped tabs with live counts. Arrow keys move, as in any tab list. */
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import type { FocusEvent } from 'react';
import { textSize } from '../platform/theme/type-scale.ts';

const Pills = styled(Tabs)(({ theme }) => ({
  minHeight: 32,
  '& .MuiTabs-indicator': { display: 'none' },
  '& .MuiTabs-list': { gap: 2 },
  '& .MuiTab-root': {
    flexDirection: 'row',
    gap: 6,
    borderRadius: 6,
    '&:hover': { backgroundColor: theme.vars.palette.row.hover },
    '&.Mui-selected': { backgroundColor: theme.vars.palette.surface.s3 },
  },
}));
const Count = styled('span', { shouldForwardProp: (prop) => prop !== 'alarm' })<{ alarm: boolean }>(
  ({ theme, alarm }) => ({
    fontSize: textSize.small,
    fontWeight: alarm ? 600 : 400,
    color: alarm ? theme.vars.palette.error.main : theme.vars.palette.gray,
  }),
);

type PillTab<Value extends string> = {
  value: Value;
  label: string;
  /** The count as text, in the page's language. */
  count?: string | undefined;
  /** The count is of overdue items and is shown in red. */
  alarm?: boolean;
};

export type PillTabsProps<Value extends string> = {
  label: string;
  tabs: readonly PillTab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Brings a tab with the focus out from under the faded end of its list. */
export const showFocused = ({ currentTarget }: FocusEvent<HTMLElement>): void =>
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });

export function PillTabs<Value extends string>({ label, tabs, value, onChange }: PillTabsProps<Value>) {
  return (
    <Pills
      aria-label={label}
      value={value}
      onChange={(_, next: Value) => onChange(next)}
      variant="scrollable"
    >
      {tabs.map((tab) => (
        <Tab
          key={tab.value}
          value={tab.value}
          onFocus={showFocused}
          label={
            <>
              {tab.label}
              {tab.count === undefined ? null : <Count alarm={tab.alarm ?? false}>{tab.count}</Count>}
            </>
          }
        />
      ))}
    </Pills>
  );
}
