/** Reserves the space of a chart while its code and figures load. */
import { styled } from '@mui/material/styles';

export const chartHeight = 296;
export const ChartRoom = styled('div')(({ theme }) => ({
  height: chartHeight,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface.s3,
}));
