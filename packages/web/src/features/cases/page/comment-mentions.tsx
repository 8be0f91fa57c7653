/** Lists the people to mention while an `@` is typed: arrows move, Enter or Tab selects, Escape closes. */
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { styled } from '@mui/material/styles';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { openMention } from '../model/mentions.ts';
import { isPress, rowStepOf } from '../../../ui/keys/widget-keys.ts';

type Person = OutputOf<Routes['mentionable']>['items'][number];

const shown = 8;

const List = styled(MenuList)({ padding: 4, maxHeight: 280, overflow: 'auto' });
const Role = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  paddingLeft: 12,
  fontSize: textSize.small,
  color: theme.vars.palette.text.secondary,
}));

const More = styled('li')({ padding: '4px 16px' });

export type MentionsInput = {
  readonly case_id: number;
  readonly internal: boolean;
  readonly text: string;
  readonly write: (text: string) => void;
};

function useOffer(people: readonly Person[], text: string, caret: number, left: string | null) {
  const open = openMention(text, caret);
  if (open === null || left === text) return null;
  const typedName = open.query.toLowerCase();
  const matching = people.filter(({ name }) => name.toLowerCase().includes(typedName));
  const found = matching.slice(0, shown);
  const isWhole = found.length === 1 && found[0]?.name === open.query;
  return found.length === 0 || isWhole ? null : { from: open.from, found, more: matching.length > shown };
}

/** Puts the caret after the inserted name, once the text contains it. */
function useCaret(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  const next = useRef<number | null>(null);
  const [caret, setCaret] = useState(0);
  useLayoutEffect(() => {
    if (next.current === null) return;
    field.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  }, [field, text]);
  const jump = (to: number): void => {
    next.current = to;
    setCaret(to);
  };
  return { caret, setCaret, jump };
}

export function useMentions({ case_id, internal, text, write }: MentionsInput) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { caret, setCaret, jump } = useCaret(field, text);
  const [at, setAt] = useState(0);
  const [left, setLeft] = useState<string | null>(null);
  const mentionQuery = callQuery('mentionable', { case_id, internal });
  const { data } = useQuery({ ...mentionQuery, enabled: text.includes('@') });
  const people = data?.items ?? [];
  const offer = useOffer(people, text, caret, left);
  const current = offer === null ? 0 : Math.min(at, offer.found.length - 1);
  const take = (person: Person): void => {
    if (offer === null) return;
    const before = `${text.slice(0, offer.from)}@${person.name} `;
    write(before + text.slice(caret).replace(/^ /, ''));
    jump(before.length);
    setAt(0);
  };
  /** True if the key was handled by the list. */
  const keyed = (event: KeyboardEvent): boolean => {
    if (offer === null) return false;
    const by = rowStepOf(event);
    const chosen = offer.found[current];
    if (by !== null) setAt((current + by + offer.found.length) % offer.found.length);
    else if (isPress(event, 'Esc')) setLeft(text);
    else if (isPress(event, '⏎', 'Tab') && chosen !== undefined) take(chosen);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const inputProps = {
    'aria-autocomplete': 'list' as const,
    ...(offer === null ? {} : { 'aria-controls': id, 'aria-activedescendant': `${id}-${String(current)}` }),
  };
  const changed = ({ target }: { target: { value: string; selectionStart?: number | null } }): void => {
    setCaret(target.selectionStart ?? target.value.length);
    write(target.value);
  };
  return {
    field,
    changed,
    keyed,
    inputProps,
    list:
      offer === null ? null : (
        <Offer id={id} anchor={field} found={offer.found} more={offer.more} current={current} onTake={take} />
      ),
  };
}

type OfferProps = {
  id: string;
  anchor: RefObject<HTMLTextAreaElement | null>;
  found: readonly Person[];
  more: boolean;
  current: number;
  onTake: (person: Person) => void;
};

function Offer({ id, anchor, found, more, current, onTake }: OfferProps) {
  const { t } = useTranslation('case-page');
  const { t: word } = useTranslation('words');
  const { t: frame } = useTranslation('dialogs');
  return (
    <Popper
      open
      anchorEl={() => anchor.current ?? document.body}
      placement="top-start"
      sx={{ zIndex: 'modal' }}
    >
      <Paper elevation={0} sx={{ boxShadow: 'var(--rd-palette-shadow-menu)', borderRadius: '8px' }}>
        <List id={id} role="listbox" aria-label={t('comments.mention')}>
          {found.map((person, index) => (
            <MenuItem
              key={person.id}
              id={`${id}-${String(index)}`}
              role="option"
              aria-selected={index === current}
              selected={index === current}
              tabIndex={-1}
              dense
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(person)}
            >
              {person.name}
              <Role>{word(`role.${person.role_key}`)}</Role>
            </MenuItem>
          ))}
          {more ? <More role="presentation">{frame('part.narrow', { shown })}</More> : null}
        </List>
      </Paper>
    </Popper>
  );
}
