/** Shows the conclusion beside the report, saved as it is typed, and the phrases for it. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { FilledPhrase } from '@rhythmdesk/contract/report-phrases';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { can } from '@rhythmdesk/domain/people/can';
import {
  type Conclusion,
  rewritten,
  staleFigures,
  withKept,
  withRenewed,
} from '@rhythmdesk/domain/report/conclusion';
import { contradictionsIn } from '@rhythmdesk/domain/report/contradicted-phrases';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../../platform/client/api.ts';
import { ApiError } from '../../../../platform/client/api-error.ts';
import { useSessionUser } from '../../../../platform/session/session-state.ts';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { Section } from '../../../../ui/panel.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { NoticeBar } from '../../../../ui/states/notice-bar.tsx';
import { useAutosave } from '../../model/use-autosave.ts';
import { CommentBox, longestComment, ReadingComment } from '../../page/reading-comment.tsx';
import { reportKeys } from './report-keys.ts';
import { Contradictions } from './contradictions.tsx';
import { PhraseFinder, stillSuggested } from './phrase-finder.tsx';
import { placePhrase } from './phrase-place.ts';
import { type DeskOfReport, useReportLanguage, useReportWish, useSavedSequence } from './report-standing.ts';
import { StaleFigures } from './stale-figures.tsx';

const Pane = styled('aside')(({ theme }) => ({
  flex: 'none',
  width: 'clamp(280px, 27vw, 400px)',
  minHeight: 0,
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
}));

type PaneProps = { readonly desk: DeskOfReport; readonly detail: CaseDetail };

/** Requests the phrases again, filled with figures of the reading, after each edit that the server has stored. */
function usePhrases({ desk, detail }: PaneProps) {
  const { case_id } = detail;
  const language = useReportLanguage(desk, detail);
  const sequence = useSavedSequence();
  const phrasesQuery = useQuery({
    queryKey: ['casePhrases', case_id, language, sequence],
    queryFn: ({ signal }) => api.call('casePhrases', { case_id, language }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { ...phrasesQuery, language };
}

type PhrasesProps = {
  readonly phrasesQuery: ReturnType<typeof usePhrases>;
  /** The conclusion. */
  readonly text: string;
  /** Returns false if the conclusion has no room for them. */
  readonly onInsert: (phrases: readonly FilledPhrase[]) => boolean;
};

type InsertAllProps = {
  readonly phrases: readonly FilledPhrase[];
  readonly onInsert: (phrases: readonly FilledPhrase[]) => void;
};

/** Inserts all phrases that the reading suggests, in their order. */
function InsertAll({ phrases, onInsert }: InsertAllProps) {
  const { t } = useTranslation('phrases');
  const format = useFormat();
  const count = phrases.length;
  const run = (): void => onInsert(phrases);
  useDeskCommands(reportKeys, { 'phrases-all': count === 0 ? undefined : { once: true, run } }, 'page');
  if (count === 0) return null;
  return (
    <Button size="small" variant="outlined" fullWidth sx={{ marginBlock: 1 }} onClick={run}>
      {t('insert-all', { count, value: format.number(count) })}
      <KeyCap name={reportKeys['phrases-all'].keys[0]} command="phrases-all" />
    </Button>
  );
}

function Phrases(props: PhrasesProps) {
  const { t } = useTranslation('phrases');
  const { user_role } = useSessionUser();
  const { data, error, refetch, language } = props.phrasesQuery;
  const input = useRef<HTMLInputElement>(null);
  const [isFull, setFull] = useState(false);
  useDeskCommands(reportKeys, { phrase: { run: () => input.current?.focus() } });
  const isMissing = error instanceof ApiError && error.status === 416;
  if (error !== null) return isMissing ? null : <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <Section
      title={t('title')}
      note={can(user_role, 'report.phrases') === 'never' ? null : <Link to="/phrases">{t('manage')}</Link>}
    >
      {isFull ? <NoticeBar tone="warning" title={t('no-room')} /> : null}
      <InsertAll
        phrases={stillSuggested(data.phrases, props.text)}
        onInsert={(phrases) => setFull(!props.onInsert(phrases))}
      />
      <PhraseFinder
        phrases={data.phrases}
        language={language}
        input={input}
        keyName={reportKeys.phrase.keys[0]}
        text={props.text}
        onInsert={(phrase) => setFull(!props.onInsert([phrase]))}
      />
    </Section>
  );
}

/** Inserts a phrase with its figures. The figures before and after it keep their texts. */
function inserted(standing: Conclusion, at: number, phrase: FilledPhrase, language: Language): Conclusion {
  const { text, start: by } = placePhrase(standing.text, at, phrase.text);
  const own = phrase.figures.map((one) => ({ ...one, language, start: one.start + by, end: one.end + by }));
  const figures = [...rewritten(standing, text).figures, ...own];
  return { text, figures: figures.sort((a, b) => a.start - b.start) };
}

function Written({ desk, detail }: PaneProps) {
  const { t } = useTranslation('case-page');
  const field = useAutosave(detail);
  const phrasesQuery = usePhrases({ desk, detail });
  const { data, language } = phrasesQuery;
  const area = useRef<HTMLTextAreaElement>(null);
  const touched = useRef(false);
  const standing = field.now.value;
  useReportWish(desk, 'conclusion', () => area.current?.focus());
  const insert = (phrases: readonly FilledPhrase[]): boolean => {
    const end = standing.text.length;
    const at = touched.current ? (area.current?.selectionEnd ?? end) : end;
    const caretOf = ({ text }: Conclusion): number => at + text.length - end;
    const next = phrases.reduce((so, phrase) => inserted(so, caretOf(so), phrase, language), standing);
    if (next.text.length > longestComment) return false;
    field.write(next);
    // The next step of the case needs the saved conclusion.
    field.flush();
    const caret = caretOf(next);
    requestAnimationFrame(() => area.current?.setSelectionRange(caret, caret));
    return true;
  };
  const stale = data === undefined ? [] : staleFigures(standing, (of) => data.figures[of]);
  return (
    <>
      <Section title={t('reading')}>
        <div onFocus={() => (touched.current = true)}>
          <CommentBox field={field} rows={{ least: 6, most: 18 }} area={area} />
        </div>
        <StaleFigures
          stale={stale}
          onRenew={(one) => field.write(withRenewed(standing, one))}
          onKeep={(one) => field.write(withKept(standing, one))}
        />
        <Contradictions
          text={standing.text}
          found={contradictionsIn(standing.text, data?.contradicted ?? [])}
          onChange={(text) => field.write(rewritten(standing, text))}
        />
      </Section>
      <Phrases phrasesQuery={phrasesQuery} text={standing.text} onInsert={insert} />
    </>
  );
}

export function ConclusionPane({ desk, detail }: PaneProps) {
  const { t } = useTranslation('case-page');
  if (!detail.can_edit_reading && detail.technician_comment === '') return null;
  return (
    <Pane aria-label={t('reading')}>
      {detail.can_edit_reading ? <Written {...{ desk, detail }} /> : <ReadingComment detail={detail} />}
    </Pane>
  );
}
