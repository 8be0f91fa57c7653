/**
 * Shows a person as two letters in a circle; an absent person as a dashed circle. The name is beside it or in `label`.
 */
import { styled } from '@mui/material/styles';
import { avatarGround, initialsOf } from './initials.ts';

const Disc = styled('span')({
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  borderRadius: '50%',
  color: '#FFFFFF',
  fontWeight: 600,
  letterSpacing: '.02em',
  userSelect: 'none',
  '&::before': { content: 'attr(data-initials)' },
});
const Nobody = styled('span')(({ theme }) => ({
  display: 'inline-block',
  flex: 'none',
  borderRadius: '50%',
  border: `1px dashed ${theme.vars.palette.line.strong}`,
}));

type Person = { id: number; name: string };

export function Avatar({
  person,
  size = 22,
  label,
}: {
  person: Person | null;
  size?: number;
  label?: string;
}) {
  const said = label
    ? ({ role: 'img', 'aria-label': label, title: label } as const)
    : ({ 'aria-hidden': true } as const);
  const box = { width: size, height: size };
  if (!person) return <Nobody style={box} {...said} />;
  return (
    <Disc
      data-initials={initialsOf(person.name)}
      style={{ ...box, backgroundColor: avatarGround(person.id), fontSize: Math.round(size * 0.41) }}
      {...said}
    />
  );
}
