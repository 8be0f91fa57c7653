/** Draws the frame of one recording in the queue: icon at the left, name, lines, buttons at the right. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { Sending } from './sending.ts';

const Item = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '10px 8px 10px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '&.failed': { color: theme.vars.palette.error.main, backgroundColor: theme.vars.palette.error.tint },
}));
const Mark = styled('span')(({ theme }) => ({
  flex: 'none',
  marginTop: 1,
  color: theme.vars.palette.text.secondary,
  '&.primary': { color: theme.vars.palette.primary.main },
  '&.success': { color: theme.vars.palette.success.main },
  '&.error': { color: theme.vars.palette.error.main },
}));
const Words = styled('div')({ flex: 1, minWidth: 0, display: 'grid', gap: 4 });
const Name = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.primary,
  '& b': { fontFamily: 'var(--font-mono)', fontSize: textSize.small, fontWeight: 600 },
  '& span': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: theme.vars.palette.text.secondary,
  },
}));
const Buttons = styled('div')({ display: 'flex', flex: 'none', alignSelf: 'center' });

/** A line below the name: facts at the left, progress at the right. */
export const FactLine = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 8,
  fontSize: textSize.small,
  lineHeight: '16px',
  color: theme.vars.palette.text.secondary,
  '& b': { fontWeight: 500, color: theme.vars.palette.text.primary },
}));

export type ItemFrameProps = {
  readonly sending: Sending;
  readonly mark: ReactNode;
  readonly tone: 'primary' | 'success' | 'error' | 'still';
  readonly children: ReactNode;
  readonly buttons?: ReactNode;
};

export function ItemFrame({ sending, mark, tone, children, buttons }: ItemFrameProps) {
  return (
    <Item className={tone === 'error' ? 'failed' : undefined}>
      <Mark className={tone} aria-hidden="true">
        {mark}
      </Mark>
      <Words>
        <Name title={sending.filename}>
          <b>{sending.hn_id}</b>
          <span>{sending.patient_name || sending.filename}</span>
        </Name>
        {children}
      </Words>
      {buttons ? <Buttons>{buttons}</Buttons> : null}
    </Item>
  );
}
