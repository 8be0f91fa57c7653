/** Shows the result of converting a recording from another format: the format, and what was left out. */
import { styled } from '@mui/material/styles';
import { mostDiaryNotes } from '@rhythmdesk/ecg/formats/diary-notes';
import { leftOutReasons, type LeftOutReason, type SourceFlaw } from '@rhythmdesk/ecg/formats/recording';
import { ArrowsClockwiseIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import type { Surveyed } from '../convert/convert-result.ts';

const Lines = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: textSize.small,
  lineHeight: '18px',
  color: theme.vars.palette.text.secondary,
  '& li': { display: 'flex', gap: 6, overflowWrap: 'anywhere' },
  '& li.note': { paddingLeft: 20 },
  '& svg': { flex: 'none', marginTop: 2 },
}));

/** A sleep recording may have dozens of channels. */
const mostNamed = 6;

function LeftOut({ why, labels }: { why: LeftOutReason; labels: readonly string[] }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const named = format.list(labels.slice(0, mostNamed));
  const more = labels.length - mostNamed;
  const names = more > 0 ? t('left-out.more', { names: named, count: more }) : named;
  return <li className="note">{t(`left-out.${why}`, { names })}</li>;
}

function Flaw({ code, detail }: SourceFlaw) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const fact = (name: string): string => {
    const value = detail[name] ?? '';
    return typeof value === 'number' ? format.number(value) : value;
  };
  const facts = {
    ...{ field: fact('field'), bytes: fact('bytes'), encoding: fact('encoding'), number: fact('count') },
    ...{ found: fact('found'), expected: fact('expected') },
    ...{ from_hz: fact('from_hz'), to_hz: fact('to_hz') },
  };
  return <li className="note">{t(`flaw.${code}`, facts)}</li>;
}

export function ConversionLines({ surveyed }: { surveyed: Surveyed }) {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  const { title, left_out, flaws, diary, labels, notes_left_out, coarser_uv } = surveyed;
  const groups = leftOutReasons.flatMap((why) => {
    const names = left_out.filter((each) => each.why === why).map(({ label }) => label);
    return names.length === 0 ? [] : [{ why, names }];
  });
  return (
    <Lines>
      <li>
        <ArrowsClockwiseIcon size={14} aria-hidden="true" />
        {t('converted', { format: title })}
      </li>
      {groups.map(({ why, names }) => (
        <LeftOut key={why} why={why} labels={names} />
      ))}
      {flaws.map((flaw) => (
        <Flaw key={flaw.code} {...flaw} />
      ))}
      {diary > 0 ? <li className="note">{t('diary', { count: diary })}</li> : null}
      {labels ? <li className="note">{t('labels-left-out')}</li> : null}
      {notes_left_out > 0 ? (
        <li className="note">
          {t('notes-left-out', { value: format.number(notes_left_out), most: mostDiaryNotes })}
        </li>
      ) : null}
      {coarser_uv === null ? null : (
        <li className="note">{t('coarser', { step: format.number(coarser_uv, 2) })}</li>
      )}
    </Lines>
  );
}
