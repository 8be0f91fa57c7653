/**
 * Shows the languages of a notice as tabs; each tells whether its text is complete, started, or replaced by English.
 */
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { type Language, languages } from '@rhythmdesk/domain/kit/languages';
import { CheckCircleIcon, WarningCircleIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../../platform/texts/languages.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { showFocused } from '../../../ui/pill-tabs.tsx';
import { type NoticeDraft, textState } from './notice-draft.ts';

const Bar = styled(Tabs)(({ theme }) => ({
  flex: 'none',
  padding: '0 20px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& .MuiTab-root': { flexDirection: 'row', gap: 6, minHeight: 44 },
  '& .note': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
}));

function Mark({ state }: { state: ReturnType<typeof textState> }) {
  const { t } = useTranslation('notices');
  if (state === 'none') return <span className="note">{t('has.none')}</span>;
  const whole = state === 'whole';
  const Icon = whole ? CheckCircleIcon : WarningCircleIcon;
  const color = `var(--rd-palette-${whole ? 'success' : 'warning'}-main)`;
  return <Icon size={16} weight="fill" color={color} aria-label={t(whole ? 'has.whole' : 'has.part')} />;
}

export type LanguageTabsProps = {
  draft: NoticeDraft;
  language: Language;
  onLanguage: (language: Language) => void;
};

export function LanguageTabs({ draft, language, onLanguage }: LanguageTabsProps) {
  const { t } = useTranslation('notices');
  return (
    <Bar
      value={language}
      onChange={(_, next: Language) => onLanguage(next)}
      aria-label={t('languages')}
      variant="scrollable"
    >
      {languages.map((each) => (
        <Tab
          key={each}
          value={each}
          onFocus={showFocused}
          label={
            <>
              <span lang={languageNames[each].tag}>{languageNames[each].name}</span>
              {each === 'en' && textState(draft, each) === 'none' ? null : (
                <Mark state={textState(draft, each)} />
              )}
            </>
          }
        />
      ))}
    </Bar>
  );
}
