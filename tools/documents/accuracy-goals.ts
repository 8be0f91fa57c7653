/**
 * Makes the part "Goals" of docs/accuracy.md: what was asked of the engine, and what it reaches. Figures come from the
 * stored tables of the benchmarks; goals without a table name the test or the decision that shows them.
 */
import { accuracyCell, accuracyColumns, accuracyTables } from '@rhythmdesk/ecg/scoring/accuracy';
import type { AccuracyColumn, AccuracyFigures, AccuracyTable } from '@rhythmdesk/ecg/scoring/accuracy';
import { benchCell, benchTables } from '../ecg/bench-store.ts';

type Cell = (table: AccuracyTable, row: string, column: AccuracyColumn) => string;
type Bench = (name: string, row: string, column: number) => string;
interface Goal {
  readonly what: string;
  readonly asked: string;
  readonly reached: (cell: Cell, bench: Bench) => string;
  /** What was tried without gain, or where more is said. */
  readonly more: string;
}

const decision = (file: string): string => `[${file.slice(0, 4)}](decisions/${file}.md)`;
const tried = '[tried](analysis.md#tried-without-gain)';
const standstill = decision('0054-a-long-memory-of-the-qrs');
const slow = decision('0066-wide-escape-and-u-waves');
const waves = decision('0058-tachycardia-by-its-waves');
const spectrum = decision('0057-fibrillation-by-its-spectrum');
const context = decision('0089-sudden-runs');
const soft = decision('0090-soft-trees');
const swinging = decision('0113-tachycardia-under-a-moving-electrode');
const blocked = decision('0142-a-blocked-amplifier-is-no-pause');
const sections = decision('0120-sections-of-a-recording');
const few = decision('0122-what-the-missed-goals-rest-on');
const steady = decision('0072-a-steady-rhythm-has-no-supraventricular-beat');

const goals: readonly Goal[] = [
  {
    what: 'Stretches of 3 to 60 s without QRS found, % (onset within 0.2 s, to the next beat)',
    asked: '≥ 98',
    reached: (_, bench) => bench('standstill', 'all', 2),
    more: standstill,
  },
  {
    what: 'The same, named ventricular standstill where P waves continue, %',
    asked: '–',
    reached: (_, bench) => bench('standstill', 'p_waves', 4),
    more: decision('0056-p-waves-without-qrs'),
  },
  {
    what: 'Drawn hearts of 12 and 18 a minute; narrow beats at 300 a minute',
    asked: 'every beat, none V',
    reached: () => 'every beat, none V (tests)',
    more: `wide beats at 300 a minute are named flutter: ${slow}`,
  },
  {
    what: 'VF and ventricular flutter of 5 s and more, by episode (vfdb, both leads)',
    asked: '≥ 95 %',
    reached: (_, bench) => bench('vfdb', 'all, both leads', 1),
    more: spectrum,
  },
  {
    what: 'The same by second: called VF · VT · pause · unreadable · other',
    asked: '≥ 90 % VF',
    reached: (_, bench) => bench('vfdb', 'all, both leads', 2),
    more: spectrum,
  },
  {
    what: 'VT of 8 s and more, by episode (vfdb, both leads)',
    asked: '≥ 95 %',
    reached: (_, bench) => bench('vfdb', 'all, both leads', 3),
    more: waves,
  },
  {
    what: 'The same as one episode',
    asked: 'each',
    reached: (_, bench) => bench('vfdb', 'all, both leads', 4),
    more: `record 602: the spikes of a pacemaker continue in its tachycardia; ${waves}`,
  },
  {
    what: 'VT or VF of 3 s and more in other rhythms of vfdb (both leads); in time labelled ectopic activity',
    asked: 'none',
    reached: (_, bench) => [9, 10].map((column) => bench('vfdb', 'all, both leads', column)).join('; '),
    more: `that label includes runs of V; ${swinging}`,
  },
  {
    what: 'Critical findings that the experts do not have, in 1,000 hours: mitdb; svdb (both leads; 12 h and 26 h)',
    asked: '≤ 5',
    reached: (_, bench) =>
      ['mitdb, both leads', 'svdb, both leads'].map((row) => bench('critical', row, 3)).join('; '),
    more: `by coincidence: three times as large, 203 has one VT; ${blocked}`,
  },
  {
    what: 'The same, new in ten minutes of motion of one electrode: VF · VT · pause · AV block · slow · fast AF',
    asked: 'none',
    reached: (_, bench) =>
      ['first lead moves, used alone', 'first lead moves, both used', 'second lead moves, both used']
        .flatMap((way) => ['12 dB', '0 dB'].map((ratio) => bench('critical', `${way}, ${ratio}`, 2)))
        .join('; '),
    more: `record 848; ${blocked}, ${swinging}`,
  },
  {
    what: 'Asystole of 3 s and more, by episode (vfdb, both leads)',
    asked: 'each',
    reached: (_, bench) => bench('vfdb', 'all, both leads', 7),
    more: '[0106](decisions/0106-nothing-turns-like-a-qrs.md)',
  },
  {
    what: '1,800 V of a drawn VT at 220 a minute',
    asked: '≥ 98 % V',
    reached: () => 'every beat (test)',
    more: waves,
  },
  {
    what: 'Possible VF where there is none: mitdb; svdb; nstdb (first leads, in 24 hours)',
    asked: '≤ 0.12',
    reached: (cell) =>
      ['mitdb_first', 'svdb_first', 'nstdb'].map((row) => cell('flutter', row, 'wrong_per_day')).join('; '),
    more: spectrum,
  },
  {
    what: 'mitdb and svdb under ten and more minutes of real electrode motion, in 24 hours',
    asked: '0',
    reached: (cell) => cell('flutter', 'motion_copies', 'wrong_per_day'),
    more: '[0107](decisions/0107-waves-over-a-beating-heart.md)',
  },
  {
    what: 'Atrial flutter named by its waves; AF judged by f waves',
    asked: 'where they are seen',
    reached: (_cell, bench) => {
      const named = (row: string): string => bench('atrial-flutter', row, 1);
      return `drawn, conduction changes: ${named('flutter of 280 a minute, 0.15 mV')} named, with 0.10 mV ${named('the same, 0.10 mV')}; 4:1 throughout, 0.10 mV: ${named('the same, 4:1 throughout, 0.10 mV')}; drawn fibrillation ${named('fibrillation, 0.20 mV')}; cinc2017 normal ${named('cinc2017, normal')}`;
    },
    more: `2:1 and 3:1 throughout are not named; ${decision('0143-atrial-flutter-by-its-waves')}, ${decision('0147-atrial-flutter-with-regular-conduction')}`,
  },
  {
    what: 'AV block on drawn hearts, by kind and noise',
    asked: 'named with its certainty',
    reached: () => 'see Limits',
    more: decision('0061-av-block-by-p-waves'),
  },
  {
    what: 'No silent limit',
    asked: 'each is stated',
    reached: () => 'each is stated',
    more: '[limits.md](limits.md)',
  },
  {
    what: 'V of mitdb, first lead',
    asked: '≥ 97 / 95',
    reached: (cell) => cell('trained_classes', 'mitdb_first', 'v'),
    more: `${tried}; false V are in records 201 and 203`,
  },
  {
    what: 'V of svdb, first lead',
    asked: '≥ 93 / 93',
    reached: (cell) => cell('trained_classes', 'svdb_first', 'v'),
    more: `${tried}; in 841 and 868 V look like the normal beats`,
  },
  {
    what: 'S of svdb, first lead',
    asked: '≥ 75 / 80',
    reached: (cell) => cell('trained_classes', 'svdb_first', 's'),
    more: `${context}; ${tried}`,
  },
  {
    what: 'S of mitdb, first lead, without its heaviest record',
    asked: '≥ 60 / 50',
    reached: (cell) => cell('trained_classes', 'mitdb_first_without', 's'),
    more: soft,
  },
  {
    what: 'F1 of S per record: median (10th percentile), mitdb; svdb',
    asked: '≥ 0.8 (0.4)',
    reached: (cell) =>
      ['mitdb_first', 'svdb_first'].map((row) => cell('trained_classes', row, 's_records')).join('; '),
    more: `${few}; ${tried}`,
  },
  {
    what: 'False V per 1,000 beats of normal strips',
    asked: '≤ 4',
    reached: (cell) => cell('trained_false', 'normal_strips', 'false_v'),
    more: tried,
  },
  {
    what: 'False S per 1,000 beats of normal strips',
    asked: '≤ 4',
    reached: (cell) => cell('trained_false', 'normal_strips', 'false_s'),
    more: tried,
  },
  ...[
    ['begun 3.4 s later', 20],
    ['three times as large', 20],
    ['a third as large', 20],
    ['at other rates', 20],
    ['0.1 mV of mains', 20],
    ['1 mV of wander', 100],
    ['joined behind another patient', 20],
  ].map(([row, most]): Goal => ({
    what: `Of 10,000 beats called V or S otherwise: ${String(row)}`,
    asked: `≤ ${String(most)}`,
    reached: (_, bench) => bench('laws', String(row), 3),
    more: row === 'joined behind another patient' ? sections : `${soft}, ${context}, ${steady}`,
  })),
  {
    what: 'A thousandth of the samples at full scale (mitdb): beats lost; new pauses',
    asked: 'removed and counted',
    reached: (_, bench) =>
      [2, 5].map((column) => bench('spikes', 'mitdb: one sample at full scale', column)).join('; '),
    more: decision('0060-isolated-spikes'),
  },
  {
    what: 'Whole analysis; 30 days',
    asked: '≥ 30 M samples/s; ≤ 350 MB',
    reached: () => 'see engine-speed',
    more: '[benchmarks.md](benchmarks.md)',
  },
];

export function goalsText({ tables }: AccuracyFigures): string[] {
  const stored = benchTables();
  const cell: Cell = (table, name, column) => {
    const columns: readonly AccuracyColumn[] = accuracyTables[table];
    const at = columns.indexOf(column);
    const row = tables[table].find((one) => one.name === name);
    if (!row || at < 0)
      throw new Error(`no cell ${table} / ${name} / ${column} (${accuracyColumns[column]})`);
    return accuracyCell(column, row.cells[at] ?? []);
  };
  const bench: Bench = (name, row, column) => benchCell(stored, name, row, column);
  const versions = Object.entries(stored).map(
    ([name, { engine_version }]) => `\`--${name}\`: engine ${engine_version}.`,
  );
  return [
    '## Goals',
    '',
    'The table compares what was asked of the engine with what it reaches on the development recordings. V and S are cross-validated by patient (the first table). Other',
    'figures are stored by the option of `npm run bench:ecg` that measures them.',
    ...versions,
    '',
    '| Goal | Asked | Reached | More |',
    '| --- | --- | --- | --- |',
    ...goals.map(
      ({ what, asked, reached, more }) => `| ${what} | ${asked} | ${reached(cell, bench)} | ${more} |`,
    ),
    '',
  ];
}
