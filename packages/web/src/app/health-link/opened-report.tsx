/** Shows a patient the released report: whose it is, its conclusion and results, and what can be saved. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { personName } from '@rhythmdesk/domain/people/person-name';
import { resultTable } from '@rhythmdesk/domain/results/result-table';
import { DownloadSimpleIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { saveBytes } from '../../platform/save-bytes.ts';
import { asLanguage } from '../../platform/texts/languages.ts';
import { nameLanguage } from '../../platform/texts/name-language.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
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

const isCode = (code: string): code is keyof typeof resultTable => Object.hasOwn(resultTable, code);

/** Returns the name of a result in the language of the page; a code of a later version keeps its English name. */
function nameOf({ code }: ObservationResource, language: Language): string {
  const own = code.coding.find(({ system }) => system === 'urn:rhythmdesk:result')?.code ?? '';
  return isCode(own) ? resultTable[own].texts[language][1] : code.text;
}

function ResultRow({ observation }: { observation: ObservationResource }) {
  const format = useFormat();
  const { i18n } = useTranslation();
  const { valueQuantity: quantity, valueString = '' } = observation;
  return (
    <tr>
      <th scope="row">{nameOf(observation, asLanguage(i18n.language) ?? 'en')}</th>
      <td>
        {quantity === undefined
          ? valueString
          : `${format.number(quantity.value, Number.isInteger(quantity.value) ? 0 : 1)} ${quantity.unit.replaceAll(/[{}]|^1$/g, '')}`.trim()}
      </td>
    </tr>
  );
}

function WhoseReport({ content: { patient, report } }: { content: OpenedLink }) {
  const { t } = useTranslation('health-links');
  const format = useFormat();
  const [name] = patient.name ?? [];
  const { start, end } = report.effectivePeriod ?? {};
  const times = [start, end].flatMap((time) => (time === undefined ? [] : format.instant('date', time)));
  const facts = [
    ['page.name', personName(name?.given?.join(' ') ?? '', name?.family ?? '')],
    ['page.birth-date', patient.birthDate === undefined ? '' : format.calendarDate(patient.birthDate)],
    ['page.hospital', patient.managingOrganization?.display ?? ''],
    ['page.recorded', [...new Set(times)].join(' – ')],
    ['page.issued', format.instant('date', report.issued)],
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
  const { report, observations, json } = content;
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
