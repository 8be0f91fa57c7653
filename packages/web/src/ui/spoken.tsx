/** Renders text for screen readers only. */
import { styled } from '@mui/material/styles';
import { spokenOnly } from './spoken-only.ts';

export const Spoken = styled('span')(spokenOnly);
