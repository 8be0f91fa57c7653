/** Shows the breadcrumb of the case page: back to the list, the patient, the saving state, the position in the list. */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { Link } from '@tanstack/react-router';
import { CaretDownIcon, CaretLeftIcon, CaretUpIcon } from '@phosphor-icons/react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { useWords } from '../../../platform/texts/use-words.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { UrgentTag } from '../../../ui/badges/priority-tag.tsx';
import { NameText } from '../../../ui/badges/name-text.tsx';
import { useSexAge } from '../badges/patient-name.tsx';
import type { CaseSteps } from './case-steps.ts';
import { DeskLink } from './desk-link.tsx';
import { ReadingLine } from '../reading/reading-line.tsx';
import { SavedLine } from './saved-line.tsx';
import { pageKeys } from './page-keys.ts';

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: 'none',
  height: 40,
  padding: '0 12px 0 8px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s1,
  whiteSpace: 'nowrap',
  [theme.breakpoints.down('md')]: { height: 56, padding: '0 8px' },
}));
const Crumbs = styled('nav')(({ theme }) => ({
  '& ol': { display: 'flex', alignItems: 'center', gap: 8, margin: 0, padding: 0, listStyle: 'none' },
  '& li + li::before': { content: '"/"', marginRight: 8, color: theme.vars.palette.gray },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 24,
    color: theme.vars.palette.text.secondary,
    textDecoration: 'none',
    borderRadius: 4,
  },
  '& a:hover': { color: theme.vars.palette.text.primary, textDecoration: 'underline' },
}));
const Identity = styled('h1')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  minWidth: 0,
  margin: 0,
  fontSize: textSize.body,
  lineHeight: '20px',
  fontWeight: 400,
  '& .id': { fontFamily: 'var(--font-mono)', fontSize: textSize.small, letterSpacing: '-.01em' },
  '& .name': { fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .quiet': { color: theme.vars.palette.text.secondary },
  [theme.breakpoints.up('md')]: { '& .id': { fontWeight: 600 } },
  [theme.breakpoints.down('md')]: {
    flexWrap: 'wrap',
    gap: '0 8px',
    flex: 1,
    '& .name': { fontSize: textSize.section },
    '& .id': { width: '100%', order: 9, lineHeight: '16px', color: theme.vars.palette.text.secondary },
    '& .dot': { display: 'none' },
  },
}));
const Space = styled('span')({ flex: 1 });
const Rule = styled('span')(({ theme }) => ({
  width: 1,
  height: 20,
  margin: '0 4px',
  backgroundColor: theme.vars.palette.line.main,
}));

function CaseIdentity({ detail }: { detail: CaseDetail }) {
  const sexAge = useSexAge();
  return (
    <Identity>
      <span className="id">{detail.hn_id}</span>
      <span className="dot quiet" aria-hidden="true">
        ·
      </span>
      <span className="name">
        <NameText row={detail} />
      </span>
      <span className="quiet">{sexAge(detail)}</span>
    </Identity>
  );
}

function Steps({ steps, narrow }: { steps: CaseSteps; narrow: boolean }) {
  const { t } = useTranslation('case-page');
  const format = useFormat();
  if (steps.trail === undefined || steps.place === null) return null;
  const place = format.number(steps.place);
  const total = format.number(steps.trail.total);
  const size = narrow ? 'large' : 'small';
  const icon = narrow ? 20 : 16;
  return (
    <>
      {narrow ? null : <span>{t('crumb.place', { place, total })}</span>}
      <IconButton
        name={t('crumb.previous')}
        {...(narrow ? {} : { keyName: pageKeys['case-previous'].keys[0], command: 'case-previous' })}
        size={size}
        disabled={!steps.previous}
        onClick={steps.previous}
      >
        <CaretUpIcon size={icon} weight="bold" aria-hidden="true" />
      </IconButton>
      <IconButton
        name={t('crumb.next')}
        {...(narrow ? {} : { keyName: pageKeys['case-next'].keys[0], command: 'case-next' })}
        size={size}
        disabled={!steps.next}
        onClick={steps.next}
      >
        <CaretDownIcon size={icon} weight="bold" aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** A plain click goes back in the history, so that the list is as it was left; any other click opens the address. */
function useBackClick(steps: CaseSteps) {
  return (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    steps.back();
  };
}

export type CaseBarProps = { detail: CaseDetail; steps: CaseSteps; narrow: boolean };

export function CaseBar({ detail, steps, narrow }: CaseBarProps) {
  const { t } = useTranslation('case-page');
  const { t: ofList } = useTranslation('case-list');
  const { t: ofShell } = useTranslation('shell');
  const words = useWords();
  const back = useBackClick(steps);
  if (narrow) {
    return (
      <Bar>
        <IconButton name={t('crumb.back')} size="large" onClick={steps.back}>
          <CaretLeftIcon size={20} weight="bold" aria-hidden="true" />
        </IconButton>
        <CaseIdentity detail={detail} />
        <Steps steps={steps} narrow />
      </Bar>
    );
  }
  const view = steps.trail?.query.view;
  return (
    <Bar>
      <Crumbs aria-label={t('crumb.path')}>
        <ol>
          <li>
            <Link to={steps.listHref} onClick={back}>
              <CaretLeftIcon size={14} weight="bold" aria-hidden="true" />
              {steps.fromUploads ? t('crumb.uploads') : ofShell('nav.patches')}
            </Link>
          </li>
          {view === undefined ? null : (
            <li>
              <Link to={steps.listHref} onClick={back}>
                {ofList(`view.${view}`)}
              </Link>
            </li>
          )}
          <li style={{ display: 'inline-flex' }}>
            <CaseIdentity detail={detail} />
          </li>
        </ol>
      </Crumbs>
      {detail.priority === 'urgent' ? <UrgentTag label={words.priority('urgent')} /> : null}
      <Space />
      <DeskLink detail={detail} />
      <ReadingLine />
      <SavedLine />
      {steps.place === null ? null : <Rule aria-hidden="true" />}
      <Steps steps={steps} narrow={false} />
    </Bar>
  );
}
