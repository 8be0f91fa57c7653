/** Shows what each release changed, the newest first, in the page's language. */
import Typography from '@mui/material/Typography';
import { releases, type ReleaseText } from '@rhythmdesk/domain/releases/releases';
import { useTranslation } from 'react-i18next';
import { asLanguage } from '../platform/texts/languages.ts';

function Changes({ title, texts }: { title: string; texts: readonly ReleaseText[] }) {
  const { i18n } = useTranslation();
  const language = asLanguage(i18n.language) ?? 'en';
  if (texts.length === 0) return null;
  return (
    <>
      <Typography variant="body1" sx={{ marginTop: '8px', fontWeight: 600 }}>
        {title}
      </Typography>
      <ul style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
        {texts.map((text) => (
          <Typography key={text.en} component="li" variant="body1" color="textSecondary">
            {text[language]}
          </Typography>
        ))}
      </ul>
    </>
  );
}

export function ReleaseNotes() {
  const { t } = useTranslation('footer');
  return releases.map(({ version, for_users, for_administrators }) => (
    <section key={version}>
      <Typography variant="h3" component="h3" sx={{ marginTop: '12px' }}>
        {version}
      </Typography>
      <Changes title={t('releases.for-users')} texts={for_users} />
      <Changes title={t('releases.for-administrators')} texts={for_administrators} />
    </section>
  ));
}
