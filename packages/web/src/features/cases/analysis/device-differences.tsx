/** Shows the device's figures that differ from the computed ones, side by side. */
import { styled } from '@mui/material/styles';
import type { ComparedFigure, RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  marginTop: 10,
  borderCollapse: 'collapse',
  '& caption': { textAlign: 'left', color: theme.vars.palette.text.secondary, paddingBottom: 2 },
  '& th': { fontWeight: 400, textAlign: 'left', padding: '2px 0' },
  '& thead th': { fontSize: textSize.small, color: theme.vars.palette.gray },
  '& td, & thead th + th': { textAlign: 'right', padding: '2px 0 2px 8px' },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.line.hair}` },
}));

const times: readonly ComparedFigure[] = ['analysed_s', 'af_s'];

export function DeviceDifferences({ differences }: Pick<RecordingAnalysis, 'differences'>) {
  const { t } = useTranslation('analysis');
  const format = useFormat();
  if (differences.length === 0) return null;
  const shown = (figure: ComparedFigure, value: number | null): string => {
    if (value === null) return '–';
    return times.includes(figure) ? format.length(value) : format.number(Math.round(value));
  };
  return (
    <Table>
      <caption>{t('differs')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('differs.figure')}</th>
          <th scope="col">{t('differs.device')}</th>
          <th scope="col">{t('differs.computed')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ figure, device, computed }) => (
          <tr key={figure}>
            <th scope="row">{t(`compared.${figure}`)}</th>
            <td>{shown(figure, device)}</td>
            <td>{shown(figure, computed)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
