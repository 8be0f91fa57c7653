/** A beat's class as letter and shape, 15 px: hue never carries it alone. */
import type { Tokens } from '../../platform/theme/tokens.ts';

export type BeatShapeClass = Exclude<keyof Tokens['beat'], 'on'>;

type Drawing = { letter: string; filled: boolean; outline: React.JSX.Element | undefined };

const drawings: Record<BeatShapeClass, Drawing> = {
  normal: { letter: 'N', filled: false, outline: undefined },
  supraventricular: { letter: 'S', filled: true, outline: <circle cx="8" cy="8" r="7.5" /> },
  ventricular: {
    letter: 'V',
    filled: true,
    outline: <rect x=".75" y=".75" width="14.5" height="14.5" rx="2.5" />,
  },
  fusion: { letter: 'F', filled: true, outline: <path d="M8 -.6 16.6 8 8 16.6 -.6 8Z" /> },
  paced: { letter: 'P', filled: false, outline: <path d="M1.75 1.75h12.5V10.5L8 15.2 1.75 10.5Z" /> },
  unclear: { letter: '?', filled: false, outline: <circle cx="8" cy="8" r="6.75" /> },
};

/** `label` is the class in words, for who cannot see the shape; leave it out where the word stands beside it. */
export function BeatShape({
  beat,
  size = 15,
  label,
}: {
  beat: BeatShapeClass;
  size?: number;
  label?: string;
}) {
  const { letter, filled, outline } = drawings[beat];
  const colour = `var(--rd-palette-beat-${beat})`;
  return (
    <svg
      width={size}
      height={size}
      viewBox="-1 -1 18 18"
      fill={filled ? colour : 'none'}
      stroke={filled ? 'none' : colour}
      strokeWidth="1.5"
      strokeLinejoin="round"
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {outline}
      <text
        x="8"
        y={beat === 'paced' ? '10.8' : '11.8'}
        textAnchor="middle"
        fontSize={beat === 'paced' ? '9' : '10.5'}
        fontWeight="600"
        stroke="none"
        fill={filled ? 'var(--rd-palette-beat-on)' : colour}
      >
        {letter}
      </text>
    </svg>
  );
}
