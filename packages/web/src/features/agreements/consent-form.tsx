/**
 * Shows the form that a patient reads and signs, on their own phone or at the bedside: the requester, the text, the
 * checkbox, the signature.
 *
 * Invariants: the checkbox is enabled once the whole text was shown; checkbox and signature enable the button to agree;
 * changing the language keeps the signature, since it is the same version of the text; only this form changes its
 * language.
 */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import type { ConsentWords, Signature } from '@rhythmdesk/contract/agreements';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { CaretDownIcon } from '@phosphor-icons/react';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../platform/texts/languages.ts';
import { TextField } from '../../ui/text-field.tsx';
import { ConsentFacts } from './consent-facts.tsx';
import { SignaturePad } from './signature-pad.tsx';

export type SignedConsent = {
  readonly language: Language;
  readonly text_version: string;
  readonly signature?: Signature;
  readonly signed_name?: string;
};

const Form = styled('form')({ display: 'flex', flexDirection: 'column', gap: 16 });
const Title = styled('h1')(({ theme }) => ({ ...theme.typography.h2, margin: 0, textWrap: 'balance' }));
const Lead = styled('p')(({ theme }) => ({ margin: '4px 0 0', color: theme.vars.palette.text.secondary }));
const Card = styled('section')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface.s1,
  overflow: 'hidden',
  '& h2': { ...theme.typography.h3, margin: 0, padding: '14px 14px 0' },
  '& p': { ...theme.typography.body1, lineHeight: '24px', margin: '8px 14px 0' },
  '& p:last-child': { marginBottom: 14 },
}));
const More = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 6,
  width: '100%',
  minHeight: 44,
  marginTop: 10,
  border: 0,
  borderTop: `1px solid ${theme.vars.palette.line.main}`,
  font: 'inherit',
  fontWeight: 500,
  color: theme.vars.palette.primary.main,
  background: 'none',
  cursor: 'pointer',
}));
const Tongues = styled('div')(({ theme }) => ({
  display: 'flex',
  alignSelf: 'flex-end',
  border: `1px solid ${theme.vars.palette.line.main}`,
  borderRadius: 6,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.surface.s1,
  '& button': {
    minWidth: 48,
    minHeight: 44,
    padding: '0 10px',
    border: 0,
    borderRight: `1px solid ${theme.vars.palette.line.main}`,
    font: 'inherit',
    color: theme.vars.palette.text.secondary,
    background: 'none',
    cursor: 'pointer',
  },
  '& button:last-of-type': { borderRight: 0 },
  '& button[aria-pressed="true"]': {
    fontWeight: 600,
    color: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.primary.tint,
  },
}));
const Tick = styled('label')({ display: 'flex', alignItems: 'center', gap: 8, minHeight: 44 });
const Sign = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  '& .head': { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 8 },
  '& .head > span': { ...theme.typography.subtitle2, flex: 1 },
}));
const Foot = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& button': { minHeight: 46 },
});
const Note = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  color: theme.vars.palette.gray,
}));

const labels = { en: 'EN', ja: '日本語', ko: '한국어', zh: '中文' } as const satisfies Record<
  Language,
  string
>;

function LanguageChoice({
  language,
  onChoose,
}: {
  language: Language;
  onChoose: (language: Language) => void;
}) {
  const { t } = useTranslation('agreements', { lng: language });
  return (
    <Tongues role="group" aria-label={t('language')}>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={languageNames[one].tag}
          aria-pressed={one === language}
          onClick={() => onChoose(one)}
        >
          {labels[one]}
        </button>
      ))}
    </Tongues>
  );
}

type WordsProps = {
  paragraphs: readonly string[];
  isWhole: boolean;
  language: Language;
  onWhole: () => void;
};

function Words({ paragraphs, isWhole, language, onWhole }: WordsProps) {
  const { t } = useTranslation('agreements', { lng: language });
  const shown = isWhole ? paragraphs : paragraphs.slice(0, 1);
  return (
    <Card>
      <h2>{t('words')}</h2>
      {shown.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {isWhole ? null : (
        <More type="button" onClick={onWhole}>
          {t('read-all')}
          <CaretDownIcon size={14} weight="bold" aria-hidden="true" />
        </More>
      )}
    </Card>
  );
}

type SignatureState = { readonly strokes: Signature; readonly typed: string; readonly byTyping: boolean };

type SigningProps = {
  language: Language;
  signing: SignatureState;
  onChange: (signing: SignatureState) => void;
};

function Signing({ language, signing, onChange }: SigningProps) {
  const { t } = useTranslation('agreements', { lng: language });
  const { strokes, typed, byTyping } = signing;
  const turn = () => onChange({ strokes: [], typed: '', byTyping: !byTyping });
  return (
    <Sign>
      <div className="head">
        <span>{t('signature')}</span>
        <Button variant="text" onClick={turn}>
          {byTyping ? t('draw') : t('type')}
        </Button>
        <Button
          variant="text"
          disabled={strokes.length === 0 && typed === ''}
          onClick={() => onChange({ ...signing, strokes: [], typed: '' })}
        >
          {t('clear')}
        </Button>
      </div>
      {byTyping ? (
        <TextField
          label={t('full-name')}
          value={typed}
          autoComplete="name"
          inputProps={{ maxLength: 120 }}
          onChange={({ target }) => onChange({ ...signing, typed: target.value })}
        />
      ) : (
        <SignaturePad
          label={t('signature-field')}
          strokes={strokes}
          onChange={(drawn) => onChange({ ...signing, strokes: drawn })}
        />
      )}
    </Sign>
  );
}

function signOf({ strokes, typed, byTyping }: SignatureState) {
  const name = typed.trim();
  if (byTyping) return name === '' ? null : { signed_name: name };
  return strokes.length === 0 ? null : { signature: strokes };
}

export type ConsentFormProps = {
  words: ConsentWords;
  /** The initial language. */
  language: Language;
  facts: (language: Language) => readonly (readonly [label: string, value: string])[];
  /** Shown below the signature: how long the link is valid, who the witness is. */
  note: (language: Language) => ReactNode;
  busy: boolean;
  fault: ReactNode;
  onAgree: (signed: SignedConsent) => void;
  onDecline: () => void;
};

const nothingSigned: SignatureState = { strokes: [], typed: '', byTyping: false };

/** Returns the patient's choices, reading progress and signature so far; `signed` once it is complete. */
function useConsent({ words, language: begun }: Pick<ConsentFormProps, 'words' | 'language'>) {
  const [language, setLanguage] = useState(begun);
  const [isWhole, setWhole] = useState(false);
  const [isRead, setRead] = useState(false);
  const [signing, setSigning] = useState(nothingSigned);
  const sign = signOf(signing);
  const { text_version } = words;
  const signed: SignedConsent | null = sign !== null && isRead ? { language, text_version, ...sign } : null;
  return { language, setLanguage, isWhole, setWhole, isRead, setRead, signing, setSigning, signed };
}

type AnswersProps = Pick<ConsentFormProps, 'busy' | 'onDecline'> & { language: Language; canAgree: boolean };

function Answers({ language, busy, canAgree, onDecline }: AnswersProps) {
  const { t } = useTranslation('agreements', { lng: language });
  return (
    <Foot>
      <Button type="submit" variant="contained" color="primary" size="large" disabled={!canAgree || busy}>
        {t('agree')}
      </Button>
      <Button variant="text" disabled={busy} onClick={onDecline}>
        {t('decline')}
      </Button>
    </Foot>
  );
}

export function ConsentForm(props: ConsentFormProps) {
  const { words, facts, note, busy, fault, onAgree, onDecline } = props;
  const form = useConsent(props);
  const { language, isWhole, isRead, signed } = form;
  const id = useId();
  const text = words.texts[language];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (signed !== null) onAgree(signed);
  };
  return (
    <Form lang={languageNames[language].tag} onSubmit={submit}>
      <LanguageChoice language={language} onChoose={form.setLanguage} />
      <header>
        <Title>{text.title}</Title>
        <Lead>{text.lead}</Lead>
      </header>
      <ConsentFacts facts={facts(language)} />
      <Words
        paragraphs={text.paragraphs}
        isWhole={isWhole}
        language={language}
        onWhole={() => form.setWhole(true)}
      />
      <Tick htmlFor={id}>
        <Checkbox
          id={id}
          checked={isRead}
          disabled={!isWhole}
          onChange={({ target }) => form.setRead(target.checked)}
        />
        {text.declaration}
      </Tick>
      <Signing language={language} signing={form.signing} onChange={form.setSigning} />
      <Note>{note(language)}</Note>
      {fault}
      <Answers language={language} busy={busy} canAgree={signed !== null} onDecline={onDecline} />
    </Form>
  );
}
