/**
 * Provides the texts of the page in four languages, loaded by language and namespace when first needed.
 *
 * Components call `useTranslation('<namespace>')`; code outside of components calls `textOf`. The chosen language is
 * stored in local storage under `lang`; nothing is written until the user chooses.
 */
import i18next, { type BackendModule, type FormatterModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadFontOf } from '../theme/fonts.ts';
import { type Language, languages } from '@rhythmdesk/domain/kit/languages';
import { asLanguage, chooseLanguage, languageNames, languageStorageKey } from './languages.ts';
import type { Namespace } from './namespaces.ts';
import type { Texts } from './text-files.ts';
import { browserStorage, tabStorage } from '../own-storage.ts';

/** The sign-in page does not load the list of the other files. */
const firstFiles = import.meta.glob<Texts>(['./*/sign-in.ts', './*/footer.ts'], { import: 'texts' });
const loadFiles = () => import('./text-files.ts');

async function loadTexts(language: string, namespace: string): Promise<Texts> {
  const file = `./${language}/${namespace}.ts`;
  const load = firstFiles[file] ?? (await loadFiles()).files[file];
  if (!load) throw new Error(`no texts ${namespace}/${language}`);
  return load();
}

/** The errors of the files that could not be loaded, by `<language>/<namespace>`. */
const lostFiles = new Map<string, Error>();

const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language: string, namespace: string, callback: ReadCallback) {
    loadTexts(language, namespace).then(
      (texts) => {
        lostFiles.delete(`${language}/${namespace}`);
        callback(null, texts);
      },
      (error: unknown) => {
        const lost = error instanceof Error ? error : new Error(String(error));
        lostFiles.set(`${language}/${namespace}`, lost);
        callback(lost, false);
      },
    );
  },
};

/**
 * Called for a text that does not exist. If its file could not be loaded, the component fails with the error of the file,
 * so that the page offers a reload instead of showing keys.
 */
function failForLostFile(_languages: readonly string[], namespace: string): void {
  const lost = lostFiles.get(`${i18next.language}/${namespace}`);
  if (lost !== undefined) throw lost;
}

/** Writes a `count` as the language groups its digits; every other value is written as it was given. */
const counts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: string | number | undefined, _format, language, options) =>
    typeof value === 'number' && options?.['interpolationkey'] === 'count'
      ? value.toLocaleString(language, { maximumFractionDigits: 1 })
      : String(value ?? ''),
};

function storedLanguage(): string | null {
  try {
    return browserStorage.getItem(languageStorageKey);
  } catch {
    return null;
  }
}

function showLanguage(language: Language): void {
  document.documentElement.lang = languageNames[language].tag;
  void loadFontOf(language);
}

/** Loads the language of this browser and the namespaces that the first page needs. */
export async function startTexts(): Promise<void> {
  const language = chooseLanguage(storedLanguage(), navigator.languages);
  i18next.on('languageChanged', (changed) => showLanguage(asLanguage(changed) ?? 'en'));
  await i18next
    .use(lazyFiles)
    .use(counts)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: [...languages],
      fallbackLng: false,
      defaultNS: 'messages',
      ns: ['sign-in', 'footer'],
      keySeparator: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: true },
      saveMissing: true,
      missingKeyHandler: failForLostFile,
    });
}

export function currentLanguage(): Language {
  return asLanguage(i18next.language) ?? 'en';
}

/** Marks a choice of this tab, which a reload before sign-in keeps. */
const chosenHereKey = 'langChosen';

/** Applies the user's choice at once and stores it. */
export async function selectLanguage(language: Language): Promise<void> {
  browserStorage.setItem(languageStorageKey, language);
  tabStorage.setItem(chosenHereKey, language);
  await i18next.changeLanguage(language);
}

/** Deletes the choice; the page returns to the browser's language. */
export async function forgetLanguage(): Promise<void> {
  browserStorage.removeItem(languageStorageKey);
  tabStorage.removeItem(chosenHereKey);
  await i18next.changeLanguage(chooseLanguage(null, navigator.languages));
}

/** Deletes a choice that another tab or an earlier visit left; one that was made in this tab stays. */
export async function forgetLeftLanguage(): Promise<void> {
  if (tabStorage.getItem(chosenHereKey) === null) await forgetLanguage();
}

/** Fetches the list of all texts, which every page after sign-in needs. */
export function preloadTextFiles(): void {
  loadFiles().catch(() => undefined);
}

/**
 * Fetches the texts that surround every page, and those of errors and dialogs, so that they can be shown without a
 * network.
 */
export function preloadTexts(): void {
  preloadTextsOf(['messages', 'dialogs', 'shell', 'keys', 'words']);
}

/** Fetches texts that the page will soon show. If that fails, they are fetched when they are shown. */
export function preloadTextsOf(namespaces: readonly Namespace[]): void {
  // i18next requests a file only once, so it must not learn of a request that failed.
  Promise.all(namespaces.map((namespace) => loadTexts(i18next.language, namespace)))
    .then(() => i18next.loadNamespaces(namespaces))
    .catch(() => undefined);
}

/** Loads the files again that could not be loaded, such as without a network. */
export async function loadLostTexts(): Promise<void> {
  const lost = [...lostFiles.keys()].map((file) => file.split('/'));
  await Promise.all(
    lost.map(([language = '', namespace = '']) => i18next.reloadResources(language, namespace)),
  );
}

const areMessagesLost = (): boolean => lostFiles.has(`${i18next.language}/messages`);

/**
 * Returns a message for code outside of components; loads its namespace first. While that fails, the message is that the
 * server cannot be reached.
 */
export async function textOf(key: keyof typeof import('./en/messages.ts').texts): Promise<string> {
  await i18next.loadNamespaces('messages');
  if (areMessagesLost()) await loadLostTexts();
  return areMessagesLost() ? i18next.t('unreachable', { ns: 'sign-in' }) : i18next.t(key, { ns: 'messages' });
}
