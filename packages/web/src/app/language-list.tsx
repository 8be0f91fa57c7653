/** Shows the list of languages that the installation offers, independent of the current one. */
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { CheckIcon } from '@phosphor-icons/react';
import { type Language } from '@rhythmdesk/domain/kit/languages';
import { languageNames } from '../platform/texts/languages.ts';
import { selectLanguage } from '../platform/texts/texts.ts';
import { useSite } from './site.ts';

export type LanguageListProps = { anchor: HTMLElement; current: Language; onClose: () => void };

export default function LanguageList({ anchor, current, onClose }: LanguageListProps) {
  const offered = useSite().languages_offered;
  const choose = (language: Language) => {
    onClose();
    void selectLanguage(language);
  };
  return (
    <Menu disablePortal open anchorEl={anchor} onClose={onClose}>
      {offered.map((language) => (
        <MenuItem
          key={language}
          lang={languageNames[language].tag}
          selected={language === current}
          onClick={() => choose(language)}
          role="menuitemradio"
          aria-checked={language === current}
        >
          <span style={{ flex: 1 }}>{languageNames[language].name}</span>
          {language === current ? <CheckIcon size={14} weight="bold" aria-hidden="true" /> : null}
        </MenuItem>
      ))}
    </Menu>
  );
}
