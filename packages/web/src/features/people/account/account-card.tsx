/** Shows a section of the account page: its name, its purpose, its action at the right, and its rows. */
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { type AccountPart, accountPart } from '../../../platform/address/account-parts.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';

const Card = styled('section')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface.s2,
  [theme.breakpoints.down('md')]: { borderRadius: 0, borderWidth: '1px 0' },
}));
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '8px 16px',
  padding: '14px 16px 12px',
  '& > div:first-of-type': { flex: 1, minWidth: 0 },
  '& h2': { margin: 0, fontSize: textSize.section, lineHeight: '22px', fontWeight: 600 },
  '& p': { margin: '2px 0 0', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('md')]: { flexWrap: 'wrap', '& > div:first-of-type': { flexBasis: '100%' } },
}));
const Acts = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& button': { whiteSpace: 'nowrap' },
  [theme.breakpoints.down('md')]: { width: '100%', '& > button': { flex: 1, minHeight: 44 } },
}));

export const AccountRows = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

export const AccountRow = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  padding: '8px 16px',
  borderTop: `1px solid ${theme.vars.palette.line.hair}`,
  '& > svg': { color: theme.vars.palette.text.secondary },
  '& .facts': { color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& strong': { fontWeight: 600, overflowWrap: 'anywhere' },
  [theme.breakpoints.down('md')]: { '& button': { minHeight: 44 } },
}));

export const RowActs = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 4,
});

export const RowName = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 8px',
});

export type AccountCardProps = {
  /** The section's name in an address. */
  part?: AccountPart;
  title: string;
  lead: string;
  acts?: ReactNode;
  children?: ReactNode;
};

export function AccountCard({ part, title, lead, acts, children }: AccountCardProps) {
  const id = useId();
  return (
    <Card id={part === undefined ? undefined : accountPart(part)} aria-labelledby={id}>
      <Head>
        <div>
          <h2 id={id}>{title}</h2>
          <p>{lead}</p>
        </div>
        {acts ? <Acts>{acts}</Acts> : null}
      </Head>
      {children}
    </Card>
  );
}
