/** Shows the progress of the sign-up: one bar per step, completed ones with a tick and as links back. */
import { styled } from '@mui/material/styles';
import { CheckIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { textSize } from '../../platform/theme/type-scale.ts';
import { isWayBack, type SignUpStep, signUpSteps, stepIndex } from './sign-up-steps.ts';

const Bars = styled('ol')({
  display: 'flex',
  gap: 8,
  listStyle: 'none',
  margin: '0 0 40px',
  padding: 0,
});
const Bar = styled('li', { shouldForwardProp: (prop) => prop !== 'reached' && prop !== 'current' })<{
  reached: boolean;
  current: boolean;
}>(({ theme, reached, current }) => ({
  flex: '1 1 auto',
  minWidth: 0,
  paddingTop: 6,
  borderTop: `3px solid ${reached ? theme.vars.palette.primary.main : theme.vars.palette.surface.s3}`,
  borderRadius: '2px 2px 0 0',
  fontSize: textSize.micro,
  lineHeight: '24px',
  whiteSpace: 'nowrap',
  fontWeight: current ? 600 : 500,
  color: current ? theme.vars.palette.primary.main : theme.vars.palette.gray,
  '& svg': { flex: 'none' },
}));
const Back = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 24,
  padding: 0,
  border: 0,
  borderRadius: 4,
  font: 'inherit',
  cursor: 'pointer',
  background: 'transparent',
  color: theme.vars.palette.text.primary,
  '& svg': { color: theme.vars.palette.primary.main },
  '&:hover': { textDecoration: 'underline' },
}));

export function StepBar({ now, onBack }: { now: SignUpStep; onBack: (step: SignUpStep) => void }) {
  const { t } = useTranslation('sign-up');
  return (
    <nav aria-label={t('steps')}>
      <Bars>
        {signUpSteps.map((step) => (
          <Bar
            key={step}
            reached={stepIndex(step) <= stepIndex(now)}
            current={step === now}
            aria-current={step === now ? 'step' : undefined}
          >
            {isWayBack(step, now) ? (
              <Back type="button" onClick={() => onBack(step)}>
                <CheckIcon size={11} weight="bold" aria-hidden="true" />
                {t(`step.${step}`)}
              </Back>
            ) : (
              t(`step.${step}`)
            )}
          </Bar>
        ))}
      </Bars>
    </nav>
  );
}
