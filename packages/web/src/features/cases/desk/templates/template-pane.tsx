/**
 * Shows the selected template, large: its beats on every lead, the beats to split off, the first and the least similar
 * beats.
 */
import { styled } from '@mui/material/styles';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { unsureBelow } from '@rhythmdesk/ecg/reading/finding-queue';
import { isMixed } from '@rhythmdesk/ecg/reading/template-groups';
import { CaretLeftIcon, CaretRightIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/texts/use-format.ts';
import { textSize } from '../../../../platform/theme/type-scale.ts';
import { BigOverlay } from '../../../../trace/panels/big-overlay.tsx';
import type { RecordingHandle } from '../../../../trace/panels/recording-handle.ts';
import { SmallStrip } from '../../../../trace/panels/small-strip.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { classesAt } from '../../../../trace/signal/reading.ts';
import { ShareBar, useShareWords } from '../session/class-shares.tsx';
import { MemberWall } from './member-wall.tsx';
import { SplitPanel } from './split-panel.tsx';
import { TogetherBar } from './together-bar.tsx';
import { memberKeys } from '../walls/member-keys.ts';
import { useTemplateCommands } from './use-template-commands.ts';
import { useMembers } from './use-members.ts';
import type { TemplateItem } from '../session/use-template-beats.ts';
import { type TemplateActs, useTemplateActs } from './use-template-acts.ts';
import type { Desk } from '../session/use-desk.ts';

const Pane = styled('aside')(({ theme }) => ({
  flex: 'none',
  width: 440,
  minHeight: 0,
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  borderLeft: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: theme.vars.palette.surface.s2,
  [theme.breakpoints.down('lg')]: { width: 320 },
}));
const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 40,
  padding: '0 14px',
  borderBottom: `1px solid ${theme.vars.palette.line.main}`,
  '& h2': { margin: 0, fontSize: textSize.body, fontWeight: 600 },
  '& span': { color: theme.vars.palette.text.secondary },
  '& .sure': { marginLeft: 'auto' },
  '& .unsure': { color: theme.vars.palette.warning.main },
}));
const Stepper = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  padding: '0 14px',
  color: theme.vars.palette.text.secondary,
  borderBottom: `1px solid ${theme.vars.palette.line.hair}`,
  '& > span:first-of-type': { flex: 1 },
}));
const Hint = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '10px 14px',
  color: theme.vars.palette.text.secondary,
}));
const Few = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 8,
  margin: 0,
  padding: '6px 14px 12px',
  listStyle: 'none',
  '& button': {
    width: '100%',
    padding: 0,
    border: `1px solid ${theme.vars.palette.line.main}`,
    borderRadius: 6,
    overflow: 'hidden',
    font: 'inherit',
    textAlign: 'left',
    background: theme.vars.palette.card,
    cursor: 'pointer',
  },
  '& span': {
    padding: '0 6px',
    fontSize: textSize.micro,
    lineHeight: '16px',
    color: theme.vars.palette.text.secondary,
  },
}));

const overlayPx = 340;
/** Number of beats to be split off that are drawn over the group. */
const ownShown = 32;

function Overlay({ acts, item, desk, view }: ReadProps) {
  const { t } = useTranslation('desk');
  const { overlay, classes } = useMembers(item.group, desk);
  const own = acts.own.slice(0, ownShown);
  const pressed = acts.picked?.pressed ?? null;
  const added = [...new Set([...own, ...(pressed === null ? [] : [pressed])])].filter(
    (sample) => !overlay.includes(sample),
  );
  const { shown } = desk;
  const ofAdded = shown === null ? [] : classesAt(shown.beats, added);
  const template = t('template', { number: item.group.template + 1 });
  return (
    <BigOverlay
      strips={view.small}
      leadNames={view.leadNames}
      members={[...overlay, ...added]}
      classes={[...classes, ...ofAdded]}
      means={isMixed(item.group)}
      marked={{ pressed, like: new Set(own) }}
      label={(lead) => t('pane.overlay', { template, lead })}
      heightPx={overlayPx}
      onPress={acts.pick}
    />
  );
}

type ReadProps = {
  readonly acts: TemplateActs;
  readonly item: TemplateItem;
  readonly desk: Desk;
  readonly view: RecordingHandle;
};

/** A press on one of them has the same effect as a press on its trace. */
function Worst({ acts, item, desk, view }: ReadProps) {
  const { t } = useTranslation('desk');
  const { worst } = useMembers(item.group, desk);
  return (
    <>
      <Hint>{t('gallery.worst')}</Hint>
      <Few aria-label={t('gallery.worst')}>
        {worst.map((sample) => (
          <li key={sample}>
            <button type="button" onClick={() => acts.pick(sample)}>
              <SmallStrip strips={view.small} start={sample} end={sample} />
              <span>{view.timeOf(sample)}</span>
            </button>
          </li>
        ))}
      </Few>
    </>
  );
}

function MemberSteps({ acts: { members, picked, own, group } }: { acts: TemplateActs }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const total = picked === null ? group.samples.length : own.length;
  const place = { index: format.number(members.at + 1), total: format.number(total) };
  return (
    <Stepper>
      <span>{t('members.label')}</span>
      <IconButton
        name={t('members.previous')}
        keyName={memberKeys['member-before'].keys[0]}
        command="member-before"
        size="small"
        onClick={() => members.step(-1)}
      >
        <CaretLeftIcon size={16} weight="bold" />
      </IconButton>
      <span aria-live="polite">{t('position', place)}</span>
      <IconButton
        name={t('members.next')}
        keyName={memberKeys['member-after'].keys[0]}
        command="member-after"
        size="small"
        onClick={() => members.step(1)}
      >
        <CaretRightIcon size={16} weight="bold" />
      </IconButton>
    </Stepper>
  );
}

function PaneHead({ name, group }: Pick<TemplateItem, 'group'> & { readonly name: string }) {
  const { t } = useTranslation('desk');
  const format = useFormat();
  const sharesOf = useShareWords();
  return (
    <>
      <Head>
        <h2>{name}</h2>
        <span>{sharesOf(group) || group.label}</span>
        <span>{t('gallery.beats', { count: group.beats, value: format.number(group.beats) })}</span>
        <span className={group.certainty < unsureBelow ? 'sure unsure' : 'sure'}>
          {t('sure', { share: format.percent(group.certainty) })}
        </span>
      </Head>
      <ShareBar group={group} />
    </>
  );
}

function Read({ acts, item, desk, view }: ReadProps) {
  const { t } = useTranslation('desk');
  const [isWall, setWall] = useState(false);
  const { group } = item;
  const members = acts.picked === null ? acts.group.samples : acts.own;
  const onWall = (): void => setWall(members.length > 0);
  useTemplateCommands(desk, {
    isPicked: acts.picked !== null,
    isTogether: acts.together.length > 1,
    step: acts.members.step,
    similar: () => acts.pick(null),
    ...{ onWall, merge: acts.merge, split: acts.split, name: acts.relabelTogether },
    ...{ accept: acts.acceptTogether, cancel: acts.cancel },
  });
  const name = t('template', { number: group.template + 1 });
  return (
    <>
      <PaneHead name={name} group={group} />
      <Overlay {...{ acts, item, desk, view }} />
      <TogetherBar acts={acts} writes={desk.writes} />
      {acts.picked === null ? (
        <Hint>{t('pane.hint')}</Hint>
      ) : (
        <SplitPanel acts={acts} writes={desk.writes} onWall={onWall} />
      )}
      <MemberSteps acts={acts} />
      <Worst {...{ acts, item, desk, view }} />
      {isWall ? (
        <MemberWall
          title={t('wall.members', { name })}
          samples={members}
          view={view}
          beats={desk.shown?.beats}
          writes={desk.writes}
          onName={acts.relabel}
          onClose={() => setWall(false)}
        />
      ) : null}
    </>
  );
}

type TemplatePaneProps = { readonly desk: Desk; readonly detail: Pick<CaseDetail, 'case_id'> };

export function TemplatePane({ desk, detail }: TemplatePaneProps) {
  const { t } = useTranslation('desk');
  const acts = useTemplateActs(desk, detail.case_id);
  const { item } = acts;
  return (
    <Pane aria-label={t('pane.label')}>
      {item === null || desk.view === null ? (
        <Hint>{t('pane.none')}</Hint>
      ) : (
        <Read {...{ acts, item, desk }} view={desk.view} />
      )}
    </Pane>
  );
}
