/** Shows what keys do to several templates selected with Ctrl or Shift. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { nameCommands, namedClasses } from '../beats/beat-keys.ts';
import { acceptable, type TemplateActs } from './use-template-acts.ts';
import { judgeKeys } from '../../analysis/judge-keys.ts';
import { templateKeys } from './template-keys.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  padding: '8px 14px',
  backgroundColor: theme.vars.palette.primary.tint,
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& > span': { flex: 1, fontWeight: 600 },
}));

/** The letter of the button is also its key. */
const Class = styled(Button)({ minWidth: 32, padding: '4px 8px' });

type TogetherBarProps = { readonly acts: TemplateActs; readonly writes: boolean };

export function TogetherBar({ acts, writes }: TogetherBarProps) {
  const { t } = useTranslation('desk');
  const { t: ofCommands } = useTranslation('commands');
  const format = useFormat();
  const count = acts.together.length;
  const open = acts.together.filter(({ state }) => state === 'open').length;
  const accepted = acceptable(acts.together).length;
  if (count < 2) return null;
  return (
    <Bar aria-live="polite">
      <span>{t('together.count', { value: format.number(count) })}</span>
      {writes ? (
        <>
          {namedClasses.map((label) => (
            <Class
              key={label}
              size="small"
              variant="outlined"
              aria-label={ofCommands(`word.${nameCommands[label]}`)}
              onClick={() => acts.relabelTogether(label)}
            >
              {label}
            </Class>
          ))}
          <Button size="small" variant="outlined" onClick={acts.merge}>
            {t('together.merge')}
            <KeyCap name={templateKeys.merge.keys[0]} command="merge" />
          </Button>
          <Button size="small" variant="outlined" onClick={acts.acceptTogether}>
            {accepted === open
              ? t('together.accept')
              : t('together.accept-some', { value: format.number(accepted) })}
            <KeyCap name={judgeKeys.accept.keys[0]} command="accept" />
          </Button>
        </>
      ) : null}
      <Button size="small" variant="text" onClick={acts.cancel}>
        {t('wall.cancel')}
        <KeyCap name={templateKeys['templates-cancel'].keys[0]} />
      </Button>
    </Bar>
  );
}
