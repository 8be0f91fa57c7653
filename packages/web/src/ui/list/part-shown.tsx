/**
 * Shows how many items of a list are on the screen; nothing if all are. Its texts are loaded with every page: texts
 * that load later would remove the surrounding content from the screen meanwhile.
 */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/texts/use-format.ts';
import { textSize } from '../../platform/theme/type-scale.ts';

const Line = styled('p')(({ theme }) => ({
  margin: '4px 0 0',
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

type PartShownProps = { readonly shown: number; readonly total: number; readonly className?: string };

export function PartShown({ shown, total, className }: PartShownProps) {
  const { t } = useTranslation('dialogs');
  const format = useFormat();
  if (shown >= total) return null;
  return (
    <Line className={className}>
      {t('part', { shown: format.number(shown), total: format.number(total) })}
    </Line>
  );
}
