/** Frames every page before sign-in: the form on white, the heart rhythm on a dark ground. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { textSize } from '../../platform/theme/type-scale.ts';
import { Brand } from '../brand.tsx';
import { Footer } from '../footer.tsx';
import { LanguageMenu } from '../language-menu.tsx';
import { SignInArt } from '../sign-in/sign-in-art.tsx';

const Page = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100%' });
const Halves = styled('div')({ display: 'flex', flex: 1 });
const Left = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: '0 0 560px',
  maxWidth: '100%',
  padding: '28px 28px 40px',
  backgroundColor: theme.vars.palette.surface.s1,
  [theme.breakpoints.down('lg')]: { flexBasis: 460 },
  [theme.breakpoints.down('md')]: { flex: '1 1 auto', padding: 16 },
}));
const Top = styled('header')({ display: 'flex', justifyContent: 'space-between', alignItems: 'center' });
const Body = styled('main', { shouldForwardProp: (prop) => prop !== 'centred' })<{ centred: boolean }>(
  ({ centred }) => ({
    flex: 1,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: centred ? 'center' : 'flex-start',
    width: '100%',
    maxWidth: 368,
    margin: centred ? '24px auto' : '56px auto 24px',
    '@media (max-width: 900px)': centred ? {} : { marginTop: 32 },
  }),
);

export const EntryTitle = styled('h1')({
  margin: 0,
  fontSize: textSize.figure,
  lineHeight: '36px',
  fontWeight: 600,
  letterSpacing: '-.022em',
});
export const EntryHint = styled('p')(({ theme }) => ({
  margin: '4px 0 28px',
  fontSize: textSize.form,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
}));

/** `centred`: a short form is in the middle of the page; a longer one begins at its top. */
export function EntryFrame({ centred, children }: { centred: boolean; children: ReactNode }) {
  return (
    <Page>
      <Halves>
        <Left>
          <Top>
            <Brand />
            <LanguageMenu />
          </Top>
          <Body centred={centred}>{children}</Body>
        </Left>
        <SignInArt />
      </Halves>
      <Footer tall />
    </Page>
  );
}
