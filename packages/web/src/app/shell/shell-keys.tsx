/** Registers the keys that work everywhere, and shows the overlays that they and the bars open. */
import { hasPage } from '@rhythmdesk/domain/people/pages';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { changePreferences, followPreferences } from '../../platform/session/preferences.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { DialogSlot } from '../../ui/dialogs/dialog-slot.tsx';
import { showFault } from '../../ui/faults/show-fault.ts';
import { closeKeySettings, openKeySettings, useKeySettings } from '../../ui/keys/key-settings.ts';
import { commands, hasDialogCommands } from '../../ui/keys/commands.ts';
import { useCommands } from '../../ui/keys/use-commands.ts';
import { closeOverlay, openKeys, openPalette, overlayKeys, useOverlay } from './overlays.ts';
import { useShellPalette } from './palette-entries.tsx';

const loadPalette = () => import('../../ui/palette/palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const Help = lazy(async () => ({ default: (await import('../../ui/keys/shortcut-help.tsx')).ShortcutHelp }));
const CasePalette = lazy(async () => ({
  default: (await import('../../features/cases/actions/case-palette.tsx')).CasePalette,
}));
const DeskKeys = lazy(async () => ({
  default: (await import('../../features/cases/desk/settings/keys-dialog.tsx')).KeysDialog,
}));
const Profile = lazy(async () => ({
  default: (await import('../profile/profile-dialog.tsx')).ProfileDialog,
}));

async function keepSingleLetters(on: boolean): Promise<void> {
  commands.setSingleLetters(on);
  try {
    await changePreferences((before) => ({ ...before, single_letter_keys: on }));
  } catch (error) {
    commands.setSingleLetters(!on);
    await showFault(error);
  }
}

/** Shows the links of the list of keys, for the pages that this role may use. */
function FurtherHelp() {
  const { t: shell } = useTranslation('shell');
  const { t: yourKeys } = useTranslation('commands');
  const { t: practice } = useTranslation('practice');
  const { role_key } = useSessionUser().user_role;
  return (
    <>
      {hasPage(role_key, '/review/{case_id}') ? (
        <button type="button" onClick={openKeySettings}>
          {yourKeys('own')}
        </button>
      ) : null}
      {hasPage(role_key, '/practice') ? (
        <Link to="/practice" onClick={closeOverlay}>
          {practice('title')}
        </Link>
      ) : null}
      {hasPage(role_key, '/accuracy') ? (
        <Link to="/accuracy" onClick={closeOverlay}>
          {shell('nav.accuracy')}
        </Link>
      ) : null}
    </>
  );
}

/** Loads the sources separately, so that keys and page do not wait for the texts of all search entries. */
function PaletteSources() {
  useShellPalette();
  return null;
}

export function ShellKeys() {
  const { t } = useTranslation('keys');
  const user = useSessionUser();
  const overlay = useOverlay();
  const settings = useKeySettings();
  const { single_letter_keys } = user.preferences;
  useEffect(() => commands.setSingleLetters(single_letter_keys), [single_letter_keys]);
  useEffect(() => closeOverlay, []);
  useEffect(() => followPreferences(), []);
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), 1_500);
    return () => clearTimeout(timer);
  }, []);
  const help = { id: 'help', keys: [overlayKeys.help], title: t('help'), run: openKeys };
  useCommands([
    {
      id: 'palette',
      keys: [overlayKeys.palette],
      title: t('palette'),
      group: 'everywhere',
      run: openPalette,
    },
    { ...help, group: 'everywhere' },
  ]);
  const isAsked = (): boolean => hasDialogCommands(commands.all());
  useCommands([{ ...help, unlisted: true, when: isAsked }], 'dialog');
  return (
    <>
      <Suspense fallback={null}>
        <PaletteSources />
        <CasePalette />
      </Suspense>
      <DialogSlot>
        {overlay === 'palette' ? <Palette onClose={closeOverlay} /> : null}
        {overlay === 'keys' ? (
          <Help
            onClose={closeOverlay}
            singleLetters={single_letter_keys}
            onSingleLetters={(on) => void keepSingleLetters(on)}
          >
            <FurtherHelp />
          </Help>
        ) : null}
        {settings ? <DeskKeys onClose={closeKeySettings} /> : null}
        {overlay === 'profile' ? <Profile onClose={closeOverlay} /> : null}
      </DialogSlot>
    </>
  );
}
