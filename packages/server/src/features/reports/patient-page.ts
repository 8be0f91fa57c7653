/** Writes the page for the patient: the figures of the report in plain sentences, without a curve or a code. */
import { readFile } from 'node:fs/promises';
import type { ReportDocument, ReportFigures } from '@rhythmdesk/contract/report-document';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { namedFigures } from '@rhythmdesk/ecg/report/named-figures';
import { typeset } from '../../platform/pdf/typeset.ts';
import { instantOf } from './page-tables.ts';
import { patientWords, type PatientWords, type PlainRhythm } from './patient-words.ts';
import { letterheadParts, nameOf, type PrintedLogo } from './printed-pages.ts';
import { fill, formsOf, type ReportForms } from './report-forms.ts';
import { reportWords } from './report-words.ts';

/** More events would not fit on the page. */
const mostEvents = 8;

const extraBeats: readonly RhythmKey[] = [
  ...(['v_triplet', 'v_couplet', 'v_bigeminy', 'v_trigeminy'] as const),
  ...(['s_triplet', 's_couplet', 's_bigeminy', 's_trigeminy', 'atrial'] as const),
];
/** The first rhythm that was found decides the sentence, so the most serious ones come first. */
const plain: readonly (readonly [PlainRhythm, readonly RhythmKey[]])[] = [
  ['lower', ['vf', 'vfl', 'vt', 'ivr']],
  [
    'pause',
    ['asystole', 'standstill', 'pause', 'avb3', 'avb_high', 'mobitz', 'avb_2to1', 'avb2', 'wenckebach'],
  ],
  ['af', ['af', 'afl']],
  ['upper', ['svt']],
  ['extra', extraBeats],
  ['slow', ['brady']],
  ['fast', ['tachy']],
];

export function plainRhythm({ kinds, bpm, s, v }: ReportFigures['events'][number]): PlainRhythm {
  const found = plain.find(([, keys]) => keys.some((key) => kinds.includes(key)));
  const weight = found === undefined ? 'usual' : found[0];
  if ((weight === 'usual' || weight === 'slow' || weight === 'fast') && s + v > 0) return 'extra';
  return weight === 'usual' && bpm === null ? 'unread' : weight;
}

/** Returns the sentences about fibrillation and flutter. With flutter, “no fibrillation” alone would mislead. */
export function fibrillationSentences(af_episodes: number, flutters: number): ('af' | 'no_af' | 'afl')[] {
  if (flutters === 0) return [af_episodes > 0 ? 'af' : 'no_af'];
  return af_episodes > 0 ? ['af', 'afl'] : ['afl'];
}

/** Writes each sentence with figures of the report. What was not examined is not reported as absent. */
function findings(document: ReportDocument, words: PatientWords, forms: ReportForms): string[] {
  const { criteria } = document.figures.summary;
  const named = namedFigures(document.figures);
  const limit = forms.unit('second', forms.count(criteria.pause_s));
  const said = {
    mean: forms.whole(named.rate_mean),
    min: forms.whole(named.rate_min),
    max: forms.whole(named.rate_max),
  };
  const flutters = document.figures.counts.find(({ kind }) => kind === 'afl')?.count ?? 0;
  const fibrillation = {
    flutters: forms.count(flutters),
    n: forms.count(named.af_episodes),
    share: forms.percent(named.af_burden),
    longest: forms.length(named.af_longest_s ?? 0),
  };
  const pause = { limit, n: forms.count(named.pauses), longest: forms.seconds(named.longest_rr_ms) };
  const extra = {
    v: forms.count(named.v_beats),
    s: forms.count(named.s_beats),
    share: forms.percent(named.v_share),
  };
  const runs = { n: forms.count(named.v_runs), beats: forms.count(criteria.run_beats) };
  return [
    ...(named.rate_mean === null ? [] : [fill(words.rate, said)]),
    ...fibrillationSentences(named.af_episodes, flutters).map((said) => fill(words[said], fibrillation)),
    fill(named.pauses > 0 ? words.pauses : words.no_pauses, pause),
    fill(words.extra, extra),
    ...(named.v_runs > 0 ? [fill(words.runs, runs)] : []),
  ];
}

function eventRows(document: ReportDocument, words: PatientWords, forms: ReportForms): string[][] {
  const { button } = reportWords[document.language];
  return document.figures.events.slice(0, mostEvents).map((event, i) => {
    const note = document.notes[i] ?? '';
    const rhythm = words.rhythms[plainRhythm(event)];
    const heart = event.bpm === null ? rhythm : `${rhythm} (${forms.bpm(event.bpm)})`;
    return [forms.minute(instantOf(document, event.sample)), note === '' ? button : note, heart];
  });
}

function patientParts(document: ReportDocument, logo: PrintedLogo | null, is_draft: boolean) {
  const words = patientWords[document.language];
  const forms = formsOf(document.language, document.recording.time_zone);
  const { recording, figures } = document;
  const { analysed_s, duration_s } = figures.summary;
  const [year, month, day] = document.made_at.slice(0, 10).split('-').map(Number);
  const left_out = Math.max(0, figures.events.length - mostEvents);
  return {
    words,
    moment: { year, month, day },
    letterhead: letterheadParts(document, logo),
    name: nameOf(document),
    number: document.case.hn_id,
    draft: is_draft ? words.draft : null,
    synthetic: recording.synthetic ? reportWords[document.language].synthetic : null,
    recorded: fill(words.recorded, {
      start: forms.minute(Date.parse(recording.start)),
      end: forms.minute(Date.parse(recording.end)),
      analysed: forms.length(analysed_s),
      share: forms.percent(duration_s > 0 ? analysed_s / duration_s : 0),
    }),
    findings: findings(document, words, forms),
    events: eventRows(document, words, forms),
    left_out: left_out === 0 ? null : fill(words.events_more, { n: forms.count(left_out) }),
  };
}

const templateFile = new URL('./patient-page.typ', import.meta.url);

export async function printPatientPage(
  document: ReportDocument,
  logo: PrintedLogo | null,
  is_draft: boolean,
  signal?: AbortSignal,
): Promise<Buffer> {
  const template = await readFile(templateFile, 'utf8');
  return typeset(template, patientParts(document, logo, is_draft), document.language, signal);
}
