/**
 * Draws the status dial: one ring that fills clockwise over a case's life, readable at 14 px without its word. Box 16,
 * radius 5.75, stroke 1.5; the processing arc does not turn if the user prefers reduced motion.
 */
import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import type { Tokens } from '../../platform/theme/tokens.ts';

export type DialStatus = keyof Tokens['status'];

const turn = keyframes({ to: { transform: 'rotate(360deg)' } });
const Turning = styled('g')({
  transformOrigin: '8px 8px',
  animation: `${turn} 1.6s linear infinite`,
  '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
});

const ring = <circle cx="8" cy="8" r="5.75" />;
const disc = <circle cx="8" cy="8" r="6.5" fill="currentColor" stroke="none" />;
const pie = (path: string) => <path d={path} fill="currentColor" stroke="none" />;
const onDisc = (path: string) => <path d={path} stroke="var(--rd-palette-surface-s1)" strokeWidth="1.6" />;

const drawings: Record<DialStatus, React.JSX.Element> = {
  ready: <circle cx="8" cy="8" r="5.75" strokeDasharray="2.2 2.32" />,
  request: ring,
  assigned: (
    <>
      {ring}
      {pie('M8 8V4.4A3.6 3.6 0 0 1 11.6 8Z')}
    </>
  ),
  start: (
    <>
      {ring}
      {pie('M8 4.4a3.6 3.6 0 0 1 0 7.2Z')}
    </>
  ),
  review: (
    <>
      {ring}
      {pie('M8 8V4.4A3.6 3.6 0 1 1 4.4 8Z')}
    </>
  ),
  complete: (
    <>
      {disc}
      {onDisc('M5.2 8.2 7.2 10.1 10.8 6.1')}
    </>
  ),
  edit: (
    <>
      {disc}
      {onDisc('M5.9 10.1 10.1 5.9')}
    </>
  ),
  processing: (
    <>
      <circle cx="8" cy="8" r="5.75" opacity=".3" />
      <Turning>
        <path d="M8 2.25A5.75 5.75 0 0 1 13.75 8" />
      </Turning>
    </>
  ),
  closed: (
    <>
      {ring}
      <path d="M5.4 8h5.2" />
    </>
  ),
};

export function StatusDial({ status, size = 14 }: { status: DialStatus; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      color={`var(--rd-palette-status-${status})`}
      aria-hidden="true"
      focusable="false"
    >
      {drawings[status]}
    </svg>
  );
}
