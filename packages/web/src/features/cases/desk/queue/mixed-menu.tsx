/** Asks which part of a mixed template is accepted. */
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { classesAt } from '../../../../trace/signal/reading.ts';
import { ShareBar, useShareWords } from '../session/class-shares.tsx';
import { type TemplateItem, useTemplateBeats } from '../session/use-template-beats.ts';
import type { Desk } from '../session/use-desk.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { queueKeys } from './queue-keys.ts';
import { acceptPart, askedTemplate, freeNumber, type MixedPart, mixedMenuOf } from './mixed-accept.ts';

/** The beats that do not have the class of their template; null until they are known. */
function useOthers(item: TemplateItem | null, desk: Desk): readonly number[] | null {
  const { samples } = useTemplateBeats(item, desk);
  const { shown } = desk;
  return useMemo(() => {
    if (item === null || shown === null || samples.length === 0) return null;
    const all = [...samples];
    const classes = classesAt(shown.beats, all);
    return all.filter((_, i) => classes[i] !== item.group.label);
  }, [item, shown, samples]);
}

type MixedMenuProps = { readonly desk: Desk; readonly anchor: HTMLElement | null };

export function MixedMenu({ desk, anchor }: MixedMenuProps) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const sharesOf = useShareWords();
  const menu = mixedMenuOf(desk);
  const isOpen = useStored(menu);
  const item = askedTemplate(desk);
  const others = useOthers(isOpen ? item : null, desk);
  if (item === null) return null;
  const { template, beats, labelled, label } = item.group;
  const close = (): void => menu.set(false);
  const choose = (part: MixedPart): void => {
    close();
    acceptPart(desk, item, part, others ?? []);
  };
  const value = format.number(beats);
  const split = { value: format.number(labelled), label, others: format.number(beats - labelled) };
  return (
    <Menu
      open={isOpen && anchor !== null}
      anchorEl={anchor}
      onClose={close}
      slotProps={{
        list: { 'aria-label': t('mixed.title', { name: t('template', { number: template + 1 }) }) },
      }}
    >
      <ListSubheader style={{ lineHeight: '20px', paddingBottom: 8 }}>
        {t('mixed.title', { name: t('template', { number: template + 1 }) })}
        <br />
        {sharesOf(item.group)}
        <ShareBar group={item.group} />
      </ListSubheader>
      <MenuItem autoFocus onClick={() => choose('whole')}>
        {t('mixed.whole', { value })}
        <KeyCap name={queueKeys['accept-mixed'].keys[0]} command="accept-mixed" />
      </MenuItem>
      <MenuItem onClick={() => choose('one')}>{t('mixed.one', { value, label })}</MenuItem>
      <MenuItem disabled={others === null || freeNumber(desk) === null} onClick={() => choose('split')}>
        {t('mixed.split', split)}
      </MenuItem>
    </Menu>
  );
}
