/** Shows the text of the licence agreement and the privacy policy: numbered sections, in the page's language. */
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

const sections = {
  licence: ['use', 'account', 'clinical', 'data', 'limits', 'changes'],
  privacy: ['what', 'why', 'who', 'keep', 'browser', 'rights'],
} as const;

type SectionOf<D extends keyof typeof sections> = (typeof sections)[D][number];
type SectionKey = `licence.${SectionOf<'licence'>}` | `privacy.${SectionOf<'privacy'>}`;

function Section({ name }: { name: SectionKey }) {
  const { t } = useTranslation('legal');
  return (
    <section>
      <Typography variant="h3" component="h3" sx={{ marginTop: '12px' }}>
        {t(`${name}.title`)}
      </Typography>
      <Typography variant="body1" color="textSecondary" sx={{ marginTop: '4px' }}>
        {t(`${name}.body`)}
      </Typography>
    </section>
  );
}

export function LegalText({ document }: { document: keyof typeof sections }) {
  if (document === 'licence')
    return sections.licence.map((each) => <Section key={each} name={`licence.${each}`} />);
  return sections.privacy.map((each) => <Section key={each} name={`privacy.${each}`} />);
}
