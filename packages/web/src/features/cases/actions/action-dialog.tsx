/**
 * Shows the dialog of one action on one case, with exactly the inputs that the lifecycle table requires. The first input
 * has the focus; what the user does or signs is above it, and screen readers read it as the dialog opens.
 *
 * Invariants: it names the case; after a refused or failed call the typed text stays and the reason is shown; after a
 * version conflict the case is read again, and the typed text is sent on the new version only when the user sends it
 * again.
 */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { isSigningAct } from '@rhythmdesk/domain/report/signing';
import type { Need } from '@rhythmdesk/domain/case/transition';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useUnsavedInput } from '../../../ui/dialogs/use-unsaved-input.ts';
import { ApiError } from '../../../platform/client/api-error.ts';
import { useCaseName } from '../model/case-name.ts';
import {
  type ActionDraft,
  emptyDraft,
  inputOf,
  isDestructive,
  missingNeeds,
  needsOf,
} from './action-draft.ts';
import { type ActionFault, ActionFaultBar, canSendAgain } from './action-fault.tsx';
import { ActionFields } from './action-fields.tsx';
import { countLeftOut, LeftOutWords } from './left-out.tsx';
import { OpenPoints, useOpenOfCase } from './open-points.tsx';
import { SigningStatement } from './signing-statement.tsx';
import { rememberChief } from './usual-chief.ts';
import { useSettledVersion } from './use-settled-version.ts';
import { makeAttemptKeys } from '../model/attempt-key.ts';
import { type ActionDone, type ActionTarget, freshRow, perform } from '../model/perform.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { isPress } from '../../../ui/keys/widget-keys.ts';
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { ProofButtons } from '../../../ui/proof/proof-buttons.tsx';
import { proofInstead, type Proving, useProofs } from '../../../ui/proof/use-proofs.ts';
import { NoticeBar } from '../../../ui/states/notice-bar.tsx';
import { openPins } from '../model/pins.ts';
import { usePinsOfCase } from '../model/use-pins-of-case.ts';

/** Shows the number of open pinned comments that go with a case that is returned. */
function PinsGoingAlong({ case_id }: { readonly case_id: number }) {
  const { t } = useTranslation('pins');
  const format = useFormat();
  const count = openPins(usePinsOfCase(case_id) ?? []).length;
  if (count === 0) return null;
  return <NoticeBar tone="primary" title={t('with-return', { count, value: format.number(count) })} />;
}

/** The actions that explain themselves in a dialog: the keys `body.*` of the actions' texts. */
const explained = [
  'assign',
  'reassign',
  'change-team',
  'reject',
  'take-back',
  'request-verification',
  'verify',
  'return',
  'complete',
  'request-editing',
  'complete-editing',
  'close',
] as const satisfies readonly CaseAction[];

function hasBody(action: CaseAction): action is (typeof explained)[number] {
  return explained.some((each) => each === action);
}

const Fields = styled('div')({ display: 'flex', flexDirection: 'column', gap: 14 });
const Body = styled('p')(({ theme }) => ({
  margin: 0,
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
}));

export type ActionDialogProps = {
  action: CaseAction;
  target: ActionTarget;
  /** Values that are already known, such as the person a case was dragged to. */
  given?: Partial<ActionDraft> | undefined;
  onClose: () => void;
  onDone: (done: ActionDone) => void;
  /** Called when the case is newer than what the page shows. */
  onStale: (case_id: number) => void;
};

function useActionForm({ action, target, given, onDone, onStale }: ActionDialogProps) {
  const [draft, setDraft] = useState<ActionDraft>({ ...emptyDraft, ...given });
  const [missing, setMissing] = useState<readonly Need[]>([]);
  const [fault, setFault] = useState<ActionFault | null>(null);
  const [busy, setBusy] = useState(false);
  const [keys] = useState(() => makeAttemptKeys());
  const open = useOpenOfCase(action, target.case_id);
  const known = fault?.fresh?.version ?? target.version;
  const settled = useSettledVersion();
  const instead = proofInstead(useProofs());

  const explain = async (error: unknown) => {
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof ApiError) || error.status !== 409) return setFault({ error });
    onStale(target.case_id);
    setFault({ error, fresh: await freshRow(target.case_id).catch(() => undefined) });
  };
  const send = async (written: ActionDraft) => {
    const draft = { ...written, left_out: countLeftOut(open), open_points: open?.points.length ?? 0 };
    const lacking = missingNeeds(action, draft);
    setMissing(lacking);
    if (lacking.length > 0 || busy) return;
    setBusy(true);
    try {
      const version = await settled({ ...target, version: known });
      const done = await perform(action, inputOf(action, { ...target, version }, draft), keys);
      if (draft.confirmer_id !== null) rememberChief(draft.confirmer_id);
      onDone(done);
    } catch (error) {
      await explain(error);
    } finally {
      setBusy(false);
    }
  };
  const change = (part: Partial<ActionDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setMissing([]);
  };
  /** Signs by another proof than the password; nothing is sent without a proof. */
  const signBy = async (prove: Proving) => {
    try {
      const proof = await prove();
      if (proof !== null) await send({ ...draft, ...proof });
    } catch (error) {
      await explain(error);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void (needsOf(action).includes('password') && instead !== null ? signBy(instead) : send(draft));
  };
  return { signBy, open, draft, missing, fault, busy, change, submit };
}

/**
 * Shows the meaning of the action for this case, or just the case if it needs no explanation, and the statement of the
 * signer.
 */
function Meaning({ id, action, target }: Pick<ActionDialogProps, 'action' | 'target'> & { id: string }) {
  const { t } = useTranslation('actions');
  const name = useCaseName()(target);
  return (
    <Fields id={id}>
      <Body>{hasBody(action) ? t(`body.${action}`, { name }) : name}</Body>
      {action === 'return' ? <PinsGoingAlong case_id={target.case_id} /> : null}
      {isSigningAct(action) ? <SigningStatement action={action} case_id={target.case_id} /> : null}
    </Fields>
  );
}

/** Shows the statements that a verification or completion may require. */
function Statements(props: ComponentProps<typeof OpenPoints> & ComponentProps<typeof LeftOutWords>) {
  return (
    <>
      <OpenPoints {...props} />
      <LeftOutWords form={props.form} />
    </>
  );
}

/**
 * Ctrl+Enter sends from a multi-line field too, where Enter alone inserts a new line. The first field that lacks its
 * value gets the focus.
 */
function useSending(title: string, missing: readonly Need[]): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const send = { id: 'action.send', title, keys: ['Ctrl+⏎'], run: () => form.current?.requestSubmit() };
  useCommands([send], 'dialog');
  useEffect(() => {
    if (missing.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [missing]);
  return form;
}

/**
 * Presses the button if Enter arrives while the dialog's frame has the focus and not one of its controls: an element
 * that rendered late behind the dialog may have taken the focus, which the dialog's frame then takes back.
 */
function pressOnFrame(event: KeyboardEvent, held: RefObject<HTMLElement | null> | null): void {
  const { repeat, target } = event;
  const button = held?.current ?? null;
  if (!isPress(event, '⏎') || repeat || button === null || target === button) return;
  if (target instanceof Node && target.contains(button)) button.click();
}

const frameOf = (id: string) => ({
  'aria-labelledby': `${id}-title`,
  'aria-describedby': `${id}-meaning`,
  slotProps: { paper: { style: { maxWidth: 440 } } },
});

function CancelButton({ onClose }: Pick<ActionDialogProps, 'onClose'>) {
  const { t } = useTranslation('dialogs');
  return (
    <Button size="large" onClick={onClose}>
      {t('cancel')}
    </Button>
  );
}

export function ActionDialog(props: ActionDialogProps) {
  const { action, target, onClose } = props;
  const { t } = useTranslation('actions');
  const id = useId();
  const form = useActionForm(props);
  const submit = useRef<HTMLButtonElement>(null);
  const sent = useSending(t(`name.${action}`), form.missing);
  const { leave, onTyped } = useUnsavedInput();
  return (
    <Dialog
      open
      onClose={() => leave(onClose)}
      onKeyDown={(event) => pressOnFrame(event, isDestructive(action) ? null : submit)}
      {...frameOf(id)}
    >
      <form ref={sent} onSubmit={form.submit} onInput={onTyped} noValidate>
        <DialogTitle id={`${id}-title`}>{t(`name.${action}`)}</DialogTitle>
        <DialogContent>
          <Fields>
            <Meaning id={`${id}-meaning`} action={action} target={target} />
            {form.fault ? <ActionFaultBar action={action} fault={form.fault} /> : null}
            <Statements case_id={target.case_id} form={form} onClose={onClose} />
            <ActionFields
              {...{ action, target, draft: form.draft, missing: form.missing }}
              error={form.fault?.error ?? null}
              onChange={form.change}
              onReady={() => submit.current?.focus()}
            />
            {needsOf(action).includes('password') ? (
              <ProofButtons kind="sign" disabled={form.busy} onProve={(prove) => void form.signBy(prove)} />
            ) : null}
          </Fields>
        </DialogContent>
        <DialogActions>
          <CancelButton onClose={onClose} />
          <Button
            size="large"
            type="submit"
            ref={submit}
            variant="contained"
            color={isDestructive(action) ? 'error' : 'primary'}
            disabled={form.busy || !canSendAgain(action, form.fault)}
          >
            {t(`name.${action}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
