/** Shows or hides a password that is being typed. */
import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';

const Eye = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 36,
  height: 36,
  marginRight: 4,
  border: 0,
  borderRadius: 6,
  cursor: 'pointer',
  background: 'transparent',
  color: theme.vars.palette.text.secondary,
}));

export function PasswordEye({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
  const { t } = useTranslation('sign-in');
  return (
    <Eye
      type="button"
      onClick={onToggle}
      aria-pressed={shown}
      aria-label={t(shown ? 'hide-password' : 'show-password')}
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 18 18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        aria-hidden="true"
      >
        <path d="M1.5 9C3.2 5.6 5.8 3.9 9 3.9S14.8 5.6 16.5 9c-1.7 3.4-4.3 5.1-7.5 5.1S3.2 12.4 1.5 9Z" />
        <circle cx="9" cy="9" r="2.4" />
        {shown ? <path d="M3.5 2.5l11 13" /> : null}
      </svg>
    </Eye>
  );
}
