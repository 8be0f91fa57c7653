/**
 * Shows the footer of every page: the company, its licence, privacy policy, notices and version. It is shown from 768 px on;
 * narrower pages show only the copyright. The shell's footer is one line with the keys of the page at its right end.
 */
import { styled } from '@mui/material/styles';
import { lazy, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogSlot } from '../ui/dialogs/dialog-slot.tsx';
import { textSize } from '../platform/theme/type-scale.ts';
import { useNow } from '../ui/use-now.ts';
import { type FooterSubject, footerSubjects } from './footer-subject.ts';
import { useSite } from './site.ts';

const FooterDialog = lazy(() => import('./footer-dialog.tsx'));

const Bar = styled('footer', { shouldForwardProp: (prop) => prop !== 'tall' })<{ tall: boolean }>(
  ({ theme, tall }) => ({
    display: 'flex',
    alignItems: 'center',
    // A narrow page has two lines, one close below the other.
    gap: tall ? '0 20px' : '0 16px',
    minHeight: tall ? 56 : 28,
    flex: 'none',
    padding: tall ? '0 24px' : '2px 16px',
    flexWrap: 'wrap',
    whiteSpace: 'nowrap',
    borderTop: `1px solid ${theme.vars.palette.line.main}`,
    fontSize: tall ? textSize.small : textSize.micro,
    lineHeight: '16px',
    color: theme.vars.palette.footer.contrastText,
    backgroundColor: tall ? theme.vars.palette.surface.s1 : theme.vars.palette.footer.main,
    '& a, & button': {
      color: 'inherit',
      textDecoration: 'none',
      font: 'inherit',
      borderRadius: 4,
      minHeight: 24,
    },
    '& button': { padding: 0, border: 0, background: 'none', cursor: 'pointer' },
    '& a': { display: 'inline-flex', alignItems: 'center' },
    '& a:hover, & button:hover': { color: theme.vars.palette.text.primary },
    [theme.breakpoints.down('md')]: { '& .wide': { display: 'none' }, justifyContent: 'center' },
  }),
);
/** Address and phone are shown in full; they wrap instead of being cut. */
const Company = styled('span')({ minWidth: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' });
/** Content that the page adds at the end; it gets the width that is left. */
const Added = styled('span')(({ theme }) => ({
  display: 'flex',
  flex: '1 1 0',
  justifyContent: 'flex-end',
  height: 28,
  overflow: 'hidden',
  [theme.breakpoints.down('lg')]: { display: 'none' },
}));
const Space = styled('span')({ flex: 1 });

/** Shows the footer of a full-screen page: only the content that the page adds. */
export function BareFooter({ children }: { children: ReactNode }) {
  return (
    <Bar tall={false}>
      <Added>{children}</Added>
    </Bar>
  );
}

export function Footer({ tall = false, children }: { tall?: boolean; children?: ReactNode }) {
  const { t } = useTranslation('footer');
  const site = useSite();
  const [subject, setSubject] = useState<FooterSubject | null>(null);
  const company = ['Rhythmdesk', site.company_address, site.support_phone]
    .filter((part) => part !== '')
    .join(' · ');
  const copyright = <span>{t('copyright', { year: new Date(useNow()).getFullYear() })}</span>;
  return (
    <Bar tall={tall}>
      {tall ? <Company className="wide">{company}</Company> : copyright}
      {tall ? <Space className="wide" /> : null}
      {footerSubjects.map((each) => (
        <button
          key={each}
          type="button"
          className="wide"
          aria-haspopup="dialog"
          onClick={() => setSubject(each)}
        >
          {t(each)}
        </button>
      ))}
      {site.version === '' ? null : (
        <button type="button" className="wide" aria-haspopup="dialog" onClick={() => setSubject('releases')}>
          {t('version', { version: site.version })}
        </button>
      )}
      {site.support_email ? (
        <a className="wide" href={`mailto:${site.support_email}`}>
          {site.support_email}
        </a>
      ) : null}
      {tall ? (
        copyright
      ) : (
        <Company className="wide">
          {[site.company_address, site.support_phone].filter(Boolean).join(' · ')}
        </Company>
      )}
      {children === undefined ? null : <Added>{children}</Added>}
      {subject ? (
        <DialogSlot>
          <FooterDialog subject={subject} onClose={() => setSubject(null)} />
        </DialogSlot>
      ) : null}
    </Bar>
  );
}
