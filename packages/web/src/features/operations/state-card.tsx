/** Shows a part of the installation's state as a card: its name, and figures with their names. */
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { textSize } from '../../platform/theme/type-scale.ts';

const Frame = styled('section')(({ theme }) => ({
  minWidth: 0,
  padding: '12px 16px 14px',
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.background.paper,
  overflowWrap: 'anywhere',
  '& h2': { margin: '0 0 8px', fontSize: textSize.body, fontWeight: 600 },
  '& a': { display: 'inline-block', padding: '4px 0', color: theme.vars.palette.primary.main },
}));

const Rows = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'fit-content(60%) minmax(0, 1fr)',
  gap: '6px 12px',
  margin: 0,
  fontVariantNumeric: 'tabular-nums',
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0 },
  '& .bad': { fontWeight: 600, color: theme.vars.palette.error.main },
  '& .warn': { fontWeight: 600, color: theme.vars.palette.warning.main },
  '& .quiet': { color: theme.vars.palette.text.secondary },
}));

export type Fact = {
  readonly name: string;
  readonly value: ReactNode;
  readonly tone?: 'bad' | 'warn' | 'quiet' | undefined;
};

type StateCardProps = {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** What is shown if there are no facts. */
  readonly empty?: string;
  readonly children?: ReactNode;
};

export function StateCard({ title, facts, empty, children }: StateCardProps) {
  const id = useId();
  return (
    <Frame aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {facts.length === 0 ? <span>{empty}</span> : null}
      <Rows>
        {facts.map(({ name, value, tone }, at) => (
          // Several certificates may have one name; the list has a fixed order.
          <div key={`${name} ${String(at)}`} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd className={tone}>{value}</dd>
          </div>
        ))}
      </Rows>
      {children}
    </Frame>
  );
}
