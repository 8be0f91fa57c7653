/**
 * Shows the selected finding, the steps to its neighbours, and Accept and Reject, at the end of the recording's tools.
 */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { CaretLeftIcon, CaretRightIcon, CheckIcon } from '@phosphor-icons/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { judgeKeys } from '../analysis/judge-keys.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KeyCap } from '../../../ui/key-cap.tsx';
import { askedTemplate } from './queue/mixed-accept.ts';
import { MixedMenu } from './queue/mixed-menu.tsx';
import { accept } from './queue/queue-actions.ts';
import { queueKeys } from './queue/queue-keys.ts';
import { RejectButton } from './queue/reject-button.tsx';
import { RhythmMenu } from './queue/rhythm-menu.tsx';
import type { DeskTool } from './keys/desk-tool.ts';
import { useItemWords } from './session/item-words.ts';
import type { Desk } from './session/use-desk.ts';

const Row = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  marginLeft: 'auto',
  minWidth: 0,
  whiteSpace: 'nowrap',
  '& > button': { flex: 'none' },
  // The name of the finding is shortened if the bar has little space.
  '& > span': { display: 'inline-flex', gap: 4, minWidth: 40 },
  '& b': {
    maxWidth: 280,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontWeight: 600,
  },
  '& small': { flex: 'none', fontSize: textSize.body, color: theme.vars.palette.text.secondary },
  '& i': { flex: 'none', width: 9, height: 9, borderRadius: 2 },
  [theme.breakpoints.down('lg')]: { flexWrap: 'wrap', justifyContent: 'flex-end', rowGap: 4 },
}));

function Position({ desk }: { desk: Desk }) {
  const { t } = useTranslation('trace');
  const { t: ofDesk } = useTranslation('desk');
  const format = useFormat();
  const wordsOf = useItemWords();
  const { current, groups, view } = desk;
  if (view === null || groups.every(({ found }) => found === 0)) return null;
  const items = groups.flatMap((group) =>
    current !== null && group.items.includes(current) ? group.items : [],
  );
  const words = current === null ? null : wordsOf(current, view);
  const place = {
    index: format.number(items.findIndex((item) => item === current) + 1),
    total: format.number(items.length),
  };
  return (
    <>
      <IconButton
        name={t('finding.previous')}
        keyName={queueKeys['arrow-before'].keys[0]}
        size="small"
        onClick={() => desk.step(-1)}
      >
        <CaretLeftIcon size={16} weight="bold" />
      </IconButton>
      {words === null ? null : <i style={{ backgroundColor: words.colour }} />}
      <span aria-live="polite">
        {words === null ? (
          ofDesk('queue')
        ) : (
          <>
            <b title={words.name}>{words.name}</b> <small>{ofDesk('position', place)}</small>
          </>
        )}
      </span>
      <IconButton
        name={t('finding.next')}
        keyName={queueKeys['arrow-after'].keys[0]}
        size="small"
        onClick={() => desk.step(1)}
      >
        <CaretRightIcon size={16} weight="bold" />
      </IconButton>
    </>
  );
}

function Judge({ desk }: { desk: Desk }) {
  const { t } = useTranslation('reading');
  const { current, groups } = desk;
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  if (current === null) return null;
  const { state } = current;
  const isLast = groups.every(({ judged, found }) => judged === found);
  const isAccepted = state === 'accepted';
  return (
    <>
      {current.of === 'episode' || current.of === 'extreme' ? <RejectButton desk={desk} /> : null}
      <Button
        ref={setAnchor}
        size="small"
        aria-haspopup={askedTemplate(desk) === null ? undefined : 'menu'}
        variant={isLast ? 'outlined' : 'contained'}
        color="primary"
        aria-pressed={isAccepted}
        startIcon={<CheckIcon size={15} weight={isAccepted ? 'bold' : 'regular'} />}
        onClick={() => accept(desk)}
      >
        {isAccepted ? t('accepted') : t('accept')}
        <KeyCap name={judgeKeys.accept.keys[0]} command="accept" />
      </Button>
      <MixedMenu desk={desk} anchor={anchor} />
    </>
  );
}

type ActionsProps<Detail> = {
  readonly desk: Desk;
  readonly detail: Detail;
  readonly tools: readonly DeskTool<Detail>[];
};

export function DeskActions<Detail>({ desk, detail, tools }: ActionsProps<Detail>) {
  return (
    <Row>
      {tools.map(({ id, bar: Part }) =>
        Part === undefined ? null : <Part key={id} {...{ desk, detail }} />,
      )}
      <Position desk={desk} />
      {desk.writes ? <RhythmMenu desk={desk} /> : null}
      {desk.writes ? <Judge desk={desk} /> : null}
    </Row>
  );
}
