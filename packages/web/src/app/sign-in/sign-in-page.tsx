/** The sign-in page: the form on paper white, the rhythm on its dark ground. */
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { Brand } from '../brand.tsx';
import { Footer } from '../footer.tsx';
import { LanguageMenu } from '../language-menu.tsx';
import { SignInArt } from './sign-in-art.tsx';
import { SignInForm } from './sign-in-form.tsx';

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
const Title = styled('h1')({
  margin: 0,
  fontSize: textSize.figure,
  lineHeight: '36px',
  fontWeight: 600,
  letterSpacing: '-.022em',
});
const Hint = styled('p')(({ theme }) => ({
  margin: '4px 0 28px',
  fontSize: textSize.form,
  color: theme.vars.palette.text.secondary,
}));
const Centre = styled('main')({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  width: '100%',
  maxWidth: 368,
  margin: '24px auto',
});

export function SignInPage() {
  const { t } = useTranslation('sign-in');
  useEffect(() => {
    document.title = `${t('title')} · Rhythmdesk`;
  }, [t]);
  return (
    <Page>
      <Halves>
        <Left>
          <Top>
            <Brand />
            <LanguageMenu />
          </Top>
          <Centre>
            <Title>{t('title')}</Title>
            <Hint>{t('hint')}</Hint>
            <SignInForm />
          </Centre>
        </Left>
        <SignInArt />
      </Halves>
      <Footer tall />
    </Page>
  );
}
