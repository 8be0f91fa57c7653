/** Shows the language and opens the list of languages. The list itself is fetched when first opened. */
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogSlot } from '../ui/dialogs/dialog-slot.tsx';
import { asLanguage, languageNames } from '../platform/texts/languages.ts';
import { QuietButton } from '../ui/plain-button.tsx';
import { CaretMark, LanguagesMark } from '../ui/plain-icons.tsx';
import { Spoken } from '../ui/spoken.tsx';

const LanguageList = lazy(() => import('./language-list.tsx'));

export function LanguageMenu({ short = false }: { short?: boolean }) {
  const { t, i18n } = useTranslation('footer');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const current = asLanguage(i18n.language) ?? 'en';
  const { name, short: shortName, tag } = languageNames[current];
  return (
    <>
      <QuietButton
        type="button"
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
      >
        <LanguagesMark />
        <Spoken>{t('language')}</Spoken>
        <span lang={tag}>{short ? shortName : name}</span>
        <CaretMark />
      </QuietButton>
      {anchor ? (
        <DialogSlot>
          <LanguageList anchor={anchor} current={current} onClose={() => setAnchor(null)} />
        </DialogSlot>
      ) : null}
    </>
  );
}
