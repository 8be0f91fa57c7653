/**
 * Shows how far two readings agree: beats by class, episodes by kind, the figures of both, and the largest differences.
 */
import { styled } from '@mui/material/styles';
import type { KeptAgreement, SecondDetail } from '@rhythmdesk/contract/second-readings';
import { beatClasses, beatLabels } from '@rhythmdesk/ecg/labels/beat-labels';
import type { ComparedFigure } from '@rhythmdesk/ecg/labels/compared-figures';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { useFindingName } from '../analysis/use-finding-name.ts';
import { DifferenceList } from './difference-list.tsx';
import { FigureTable } from './figure-table.tsx';

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr)',
  gap: '8px 56px',
  maxWidth: 1240,
  padding: '4px 16px 32px',
  '& h2': { margin: '20px 0 8px', fontSize: textSize.section, lineHeight: '22px', fontWeight: 600 },
  // A wide table scrolls in its own frame.
  '& section': { minWidth: 0, overflowX: 'auto', scrollbarWidth: 'thin' },
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));
const Tiles = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '12px 40px',
  gridColumn: '1 / -1',
  margin: '12px 0 0',
  '& dt': { fontSize: textSize.small, color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontSize: textSize.page, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& dd small': { display: 'block', fontSize: textSize.small, fontWeight: 400, lineHeight: '18px' },
  '& small': { color: theme.vars.palette.text.secondary },
}));

function BeatTiles({ beats: { compared, same, share, kappa } }: { beats: KeptAgreement['beats'] }) {
  const { t } = useTranslation('second');
  const format = useFormat();
  return (
    <Tiles>
      <div>
        <dt>{t('beats.kappa')}</dt>
        <dd>
          {kappa === null ? '–' : format.number(kappa, 3)}
          <small>{t('beats.kappa-note')}</small>
        </dd>
      </div>
      <div>
        <dt>{t('beats.same')}</dt>
        <dd>
          {share === null ? '–' : format.percent(share, 2)}
          <small>{format.number(same)}</small>
        </dd>
      </div>
      <div>
        <dt>{t('beats.compared')}</dt>
        <dd>{format.number(compared)}</dd>
      </div>
    </Tiles>
  );
}

/** Shows the classes that either reading has, by their letters; "no beat" is the last. */
function BeatTable({ beats: { table } }: { beats: KeptAgreement['beats'] }) {
  const { t } = useTranslation('second');
  const format = useFormat();
  const names = [...beatClasses.map((name) => beatLabels[name].letter), t('beats.none')];
  const isUsed = (at: number): boolean =>
    table.some((row, i) => (i === at && row.some((count) => count > 0)) || (row[at] ?? 0) > 0);
  const used = names.flatMap((name, at) => (isUsed(at) ? [{ name, at }] : []));
  return (
    <section aria-label={t('beats.title')} tabIndex={0}>
      <h2>{t('beats.title')}</h2>
      <FigureTable>
        <caption>{t('beats.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('beats.first')}</th>
            {used.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {used.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {used.map((column) => {
                const count = table[row.at]?.[column.at] ?? 0;
                const isSame = row.at === column.at;
                return (
                  <td
                    key={column.name}
                    data-same={isSame ? '' : undefined}
                    data-empty={count === 0 ? '' : undefined}
                  >
                    {count === 0 ? '–' : format.number(count)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </section>
  );
}

function EpisodeTable({ episodes }: { episodes: KeptAgreement['episodes'] }) {
  const { t } = useTranslation('second');
  const nameOf = useFindingName();
  const format = useFormat();
  const of = (found: number, all: number): string =>
    all === 0 ? '–' : t('episodes.of', { found: format.number(found), all: format.number(all) });
  return (
    <section aria-label={t('episodes.title')} tabIndex={0}>
      <h2>{t('episodes.title')}</h2>
      {episodes.length === 0 ? <p>{t('episodes.none')}</p> : null}
      {episodes.length === 0 ? null : (
        <FigureTable>
          <thead>
            <tr>
              <th scope="col">{t('episodes.kind')}</th>
              <th scope="col">{t('episodes.first-found')}</th>
              <th scope="col">{t('episodes.second-found')}</th>
            </tr>
          </thead>
          <tbody>
            {episodes.map(({ kind, first, second, first_found, second_found }) => (
              <tr key={kind}>
                <th scope="row">{nameOf(kind)}</th>
                <td>{of(first_found, first)}</td>
                <td>{of(second_found, second)}</td>
              </tr>
            ))}
          </tbody>
        </FigureTable>
      )}
    </section>
  );
}

function useFigureWords(): (figure: ComparedFigure, value: number | null) => string {
  const { t } = useTranslation('second');
  const format = useFormat();
  const words: Record<ComparedFigure, (value: number) => string> = {
    analysed_s: (value) => format.length(value),
    af_burden: (value) => format.percent(value),
    v_beats: (value) => format.number(value),
    s_beats: (value) => format.number(value),
    pauses: (value) => format.number(value),
    longest_rr_ms: (value) => t('unit.ms', { value: format.number(value) }),
    min_bpm: (value) => t('unit.bpm', { value: format.number(value) }),
    max_bpm: (value) => t('unit.bpm', { value: format.number(value) }),
  };
  return (figure, value) => (value === null ? '–' : words[figure](value));
}

function Figures({ agreement: { figures, af } }: { agreement: KeptAgreement }) {
  const { t } = useTranslation('second');
  const format = useFormat();
  const wordsOf = useFigureWords();
  return (
    <section aria-label={t('figures.title')} tabIndex={0}>
      <h2>{t('figures.title')}</h2>
      <FigureTable>
        <thead>
          <tr>
            <th scope="col" aria-label={t('figures.title')} />
            <th scope="col">{t('figures.first')}</th>
            <th scope="col">{t('figures.second')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ figure, first, second }) => (
            <tr key={figure}>
              <th scope="row">{t(`figure.${figure}`)}</th>
              <td>{wordsOf(figure, first)}</td>
              <td data-same={first === second ? undefined : ''}>{wordsOf(figure, second)}</td>
            </tr>
          ))}
          {af.first_s + af.second_s === 0 ? null : (
            <tr>
              <th scope="row">{t('figure.af_shared')}</th>
              <td colSpan={2}>{format.length(af.both_s)}</td>
            </tr>
          )}
        </tbody>
      </FigureTable>
    </section>
  );
}

type AgreementProps = { readonly agreement: KeptAgreement; readonly detail: SecondDetail };

export function AgreementView({ agreement, detail }: AgreementProps) {
  return (
    <Grid>
      <BeatTiles beats={agreement.beats} />
      <BeatTable beats={agreement.beats} />
      <EpisodeTable episodes={agreement.episodes} />
      <Figures agreement={agreement} />
      <DifferenceList differences={agreement.differences} detail={detail} />
    </Grid>
  );
}
