/** Shows a patient the released report: whose it is, its conclusion and results, and what can be saved. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { isBelowShown } from '@rhythmdesk/domain/kit/small-shares';
import { severities } from '@rhythmdesk/domain/case/status';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { isResultCode, type ResultCode, resultTable } from '@rhythmdesk/domain/results/result-table';
import { DownloadSimpleIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { saveBytes } from '../../platform/save-bytes.ts';
import { asLanguage } from '../../platform/texts/languages.ts';
import { nameLanguage } from '../../platform/texts/name-language.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { useWords } from '../../platform/texts/use-words.ts';
import { textSize } from '../../platform/theme/type-scale.ts';
import type { ObservationResource, OpenedLink } from './open-link.ts';

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '6px 16px',
  margin: 0,
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));
const Head = styled('h2')({ margin: '8px 0 -8px', fontSize: textSize.section, fontWeight: 600 });
const Text = styled('p')({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
const Results = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': {
    padding: '8px 0',
    borderBottom: `1px solid ${theme.vars.palette.line.main}`,
    fontWeight: 400,
  },
  '& th': { textAlign: 'left', paddingRight: 16 },
  '& td': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
}));
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

/** Returns the result that an observation states; null for one of a later version. */
function resultOf({ code }: ObservationResource): ResultCode | null {
  const own = code.coding.find(({ system }) => system === 'urn:rhythmdesk:result')?.code ?? '';
  return isResultCode(own) ? own : null;
}

/**
 * Versions and checksums say nothing to a patient; they are in the data for other apps. A severity of none may also mean
 * that nobody has chosen one.
 */
function isForPatients(observation: ObservationResource): boolean {
  const result = resultOf(observation);
  if (result === 'severity') return observation.valueString !== 'none';
  return result === null || resultTable[result].group !== 'versions';
}

/**
 * Returns the value as text in the language of the page. Rates look as in the report. Counts have no unit, because the
 * name says what is counted.
 */
function useValueText(): (observation: ObservationResource) => string {
  const { t } = useTranslation('health-links');
  const format = useFormat();
  const words = useWords();
  return ({ valueQuantity: quantity, valueString = '' }) => {
    const severity = severities.find((one) => one === valueString);
    if (quantity === undefined) return severity === undefined ? valueString : words.severity(severity);
    const { value, unit } = quantity;
    if (unit === 's') return format.length(value);
    if (unit === '/min') return t('page.rate', { value: format.number(value) });
    // A share that was found is never shown as zero.
    if (unit === '%' && isBelowShown(value / 100, 1)) return format.percent(value / 100);
    const number = format.number(value, Number.isInteger(value) ? 0 : 1);
    return unit.startsWith('{') || unit === '1' ? number : `${number} ${unit}`;
  };
}

function ResultRow({ observation }: { observation: ObservationResource }) {
  const { i18n } = useTranslation();
  const valueText = useValueText();
  const result = resultOf(observation);
  const language = asLanguage(i18n.language) ?? 'en';
  return (
    <tr>
      <th scope="row">{result === null ? observation.code.text : resultTable[result].texts[language][1]}</th>
      <td style={observation.valueQuantity && { whiteSpace: 'nowrap' }}>{valueText(observation)}</td>
    </tr>
  );
}

/** Times are local to the hospital, so that their date is the one of the printed report wherever the page is opened. */
const hospitalDate = (time: string): string => time.slice(0, 'YYYY-MM-DD'.length);

function WhoseReport({ content: { patient, report } }: { content: OpenedLink }) {
  const { t } = useTranslation('health-links');
  const format = useFormat();
  const [name] = patient.name ?? [];
  const dateOf = (time: string): string => format.calendarDate(hospitalDate(time));
  const { start, end } = report.effectivePeriod ?? {};
  const times = [start, end].flatMap((time) => (time === undefined ? [] : dateOf(time)));
  const facts = [
    ['page.name', personName(name?.given?.join(' ') ?? '', name?.family ?? '')],
    ['page.birth-date', patient.birthDate === undefined ? '' : format.calendarDate(patient.birthDate)],
    ['page.hospital', patient.managingOrganization?.display ?? ''],
    ['page.recorded', [...new Set(times)].join(' – ')],
    ['page.issued', dateOf(report.issued)],
  ] as const;
  return (
    <Facts>
      {facts
        .filter(([, value]) => value !== '')
        .map(([key, value]) => [
          <dt key={key}>{t(key)}</dt>,
          <dd key={`${key}-value`} lang={nameLanguage(value)}>
            {value}
          </dd>,
        ])}
    </Facts>
  );
}

const pdfBytes = (data: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));

export function OpenedReport({ content }: { content: OpenedLink }) {
  const { t } = useTranslation('health-links');
  const { report, json } = content;
  const observations = content.observations.filter(isForPatients);
  const [pages] = report.presentedForm;
  const icon = <DownloadSimpleIcon size={16} aria-hidden="true" />;
  return (
    <>
      <WhoseReport content={content} />
      <Acts>
        {pages === undefined ? null : (
          <Button
            variant="contained"
            startIcon={icon}
            onClick={() => saveBytes(pdfBytes(pages.data), pages.title ?? 'report.pdf', 'application/pdf')}
          >
            {t('page.pdf')}
          </Button>
        )}
        <Button startIcon={icon} onClick={() => saveBytes(json, 'report.fhir.json', 'application/fhir+json')}>
          {t('page.fhir')}
        </Button>
      </Acts>
      {report.conclusion === undefined ? null : (
        <>
          <Head>{t('page.conclusion')}</Head>
          <Text>{report.conclusion}</Text>
        </>
      )}
      <Text>{t('page.doctor')}</Text>
      {observations.length === 0 ? null : (
        <>
          <Head>{t('page.results')}</Head>
          <Results>
            <tbody>
              {observations.map((observation) => (
                <ResultRow key={observation.code.text} observation={observation} />
              ))}
            </tbody>
          </Results>
        </>
      )}
    </>
  );
}
