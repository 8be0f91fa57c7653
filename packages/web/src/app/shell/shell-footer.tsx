/** Shows the footer of a page, with the page's keys at its right end. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../../ui/key-cap.tsx';
import { linesOf } from '../../ui/keys/commands.ts';
import { useAllCommands } from '../../ui/keys/use-commands.ts';
import { BareFooter, Footer } from '../footer.tsx';
import { openKeys, overlayKeys } from './overlays.ts';

const Keys = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  flex: 'none',
  height: 28,
  marginLeft: 8,
});
/** Shows as many commands as fit on the line. The others wrap below it, where they are hidden. */
const Fitting = styled('span')({
  display: 'flex',
  flex: '1 1 0',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  columnGap: 8,
  minWidth: 0,
  height: 28,
  overflow: 'hidden',
  // A command that is wider than the line wraps behind this empty box instead of being cut.
  '&::before': { content: '""', width: 0, height: 28 },
});

/** `bare`: the page takes the whole screen. */
export function ShellFooter({ bare }: { bare: boolean }) {
  const { t } = useTranslation('keys');
  const shown = linesOf(useAllCommands().filter(({ footer }) => footer === true));
  const Foot = bare ? BareFooter : Footer;
  return (
    <Foot>
      <Fitting className="wide">
        {shown.map((line) => (
          <Keys key={line.title}>
            {line.keys.map((key) => (
              <KeyCap key={key} name={key} quiet />
            ))}
            {line.title}
          </Keys>
        ))}
      </Fitting>
      <Keys className="wide">
        <KeyCap name={overlayKeys.help} quiet />
        <button type="button" onClick={openKeys}>
          {t('help')}
        </button>
      </Keys>
    </Foot>
  );
}
