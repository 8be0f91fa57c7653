/** Writes the text of a full disclosure page by page, as input of its template. */
import { ageAt } from '@rhythmdesk/domain/case/patient-dates';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { genders } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { personName } from '@rhythmdesk/domain/people/person-name';
import type { CaseRecord } from '../../../records/cases/case-record.ts';
import { fill, formsOf } from '../report-forms.ts';
import { reportWords } from '../report-words.ts';
import { mm, svgOf } from '../svg-text.ts';
import { classMarks, markedClasses, type ClassMark } from './class-marks.ts';
import { pageMm, traceMm, type DisclosureLayout } from './disclosure-layout.ts';
import { disclosureWords } from './disclosure-words.ts';
import { rhythmStyle } from './draw-lines.ts';

/** Fields of the case that the head of each page shows. */
type HeadedCase = {
  readonly row: Pick<
    CaseRecord['row'],
    'hn_id' | 'patient_id' | 'patient_first_name' | 'patient_last_name' | 'birth_date' | 'gender'
  >;
  readonly hospital: Pick<CaseRecord['hospital'], 'name' | 'time_zone'>;
  readonly center: { readonly name: string } | null;
};

export type DisclosureHead = {
  readonly record: HeadedCase;
  readonly language: Language;
  readonly lead: string;
  readonly start_ms: number;
  readonly synthetic: boolean;
  readonly made_at: Date;
  readonly layout: DisclosureLayout;
};

function signOf({ colour, is_filled, outline }: ClassMark): string {
  const points = outline.map(([x, y]) => `${mm(1 + x / 60)},${mm(1 + y / 60)}`).join(' ');
  const ink = is_filled ? `fill="${colour}"` : `fill="none" stroke="${colour}" stroke-width="0.22"`;
  return svgOf(2, 2, [`<polygon points="${points}" ${ink}/>`]);
}

function lineSign(kind: 'af' | 'pause' | 'noise'): string {
  const { colour, dash, width } = rhythmStyle(kind);
  const dashes =
    dash === ''
      ? ''
      : ` stroke-dasharray="${dash
          .split(' ')
          .map((part) => Number(part) / 50)
          .join(' ')}"`;
  return svgOf(5, 2, [`<path d="M0 1H5" stroke="${colour}" stroke-width="${mm(width / 50)}"${dashes}/>`]);
}

function legendOf(language: Language) {
  const words = disclosureWords[language];
  return [
    ...markedClasses.map((label) => ({ svg: signOf(classMarks[label]), name: words.classes[label] })),
    { svg: lineSign('af'), name: reportWords[language].rhythms.af },
    { svg: lineSign('pause'), name: words.other },
    { svg: lineSign('noise'), name: words.unread },
  ];
}

const genderWord = z.enum(genders).nullable();

function patientOf({ record: { row, hospital }, language, start_ms }: DisclosureHead) {
  const words = reportWords[language];
  const gender = genderWord.parse(row.gender);
  const years = ageAt(row.birth_date, hospital.time_zone, start_ms);
  const name = personName(row.patient_first_name, row.patient_last_name);
  const about = [
    row.birth_date,
    years === null ? null : fill(words.age, { n: String(years) }),
    gender === null ? null : words.genders[gender],
    row.patient_id,
    hospital.name,
  ];
  return {
    patient: name,
    about: about.flatMap((part) => (part === null || part === '' ? [] : [part])).join(' · '),
  };
}

/** Returns the left edge of a page's lines; it carries the text alternative of the page. */
const frameOf = (height: number): string =>
  svgOf(traceMm.width, height, [`<path d="M0 0V${mm(height)}" stroke="#D5DDDF" stroke-width="0.1"/>`]);

function pagesOf({ layout, language, lead, record }: DisclosureHead, rates: readonly (number | null)[]) {
  const { time_zone } = record.hospital;
  const forms = formsOf(language, time_zone);
  const words = disclosureWords[language];
  const at = (line: number): number => layout.first_ms + line * layout.line_ms;
  const minutes = forms.unit('minute', String(layout.line_ms / 60_000));
  return Array.from({ length: layout.pages }, (_, page) => {
    const first = page * layout.lines_a_page;
    const last = Math.min(layout.lines, first + layout.lines_a_page);
    return {
      frame: frameOf((last - first) * layout.pitch_mm),
      alt: fill(words.alt, { lead, minutes, from: forms.moment(at(first)), to: forms.moment(at(last)) }),
      lines: Array.from({ length: last - first }, (_line, k) => {
        const line = first + k;
        const isNewDay = forms.day(at(line)) !== forms.day(at(line) - layout.line_ms);
        const rate = rates[line] ?? null;
        return {
          day: k === 0 || isNewDay ? forms.day(at(line)) : '',
          time: forms.hour(at(line)),
          rate: rate === null ? '' : String(Math.round(rate)),
        };
      }),
    };
  });
}

/** Results of the worker thread: the mean rate of each line and the scale of the signal. */
type Drawn = { readonly rates: readonly (number | null)[]; readonly mm_per_mv: number };

export function disclosurePages(head: DisclosureHead, { rates, mm_per_mv }: Drawn) {
  const { record, language, lead, layout, made_at, synthetic } = head;
  const { time_zone } = record.hospital;
  const words = disclosureWords[language];
  const forms = formsOf(language, time_zone);
  const minutes = forms.unit('minute', String(layout.line_ms / 60_000));
  const { title } = words;
  return {
    ...{ title, number: record.row.hn_id, house: record.center?.name ?? record.hospital.name },
    moment: { year: made_at.getUTCFullYear(), month: made_at.getUTCMonth() + 1, day: made_at.getUTCDate() },
    ...patientOf(head),
    scale: fill(words.scale, { lead, minutes, mv: String(mm_per_mv) }),
    zone: fill(words.zone, { zone: time_zone }),
    synthetic: synthetic ? reportWords[language].synthetic : null,
    legend: legendOf(language),
    foot: `${title} · ${record.row.hn_id} · ${forms.minute(made_at.getTime())} · ${words.rate}`,
    ...{ page: pageMm, trace: traceMm, pitch_mm: layout.pitch_mm },
    pages: pagesOf(head, rates),
  };
}
