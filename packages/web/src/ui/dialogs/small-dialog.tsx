/** Frames alert, confirm and prompt: 400 px wide, an optional icon, title, body, actions at the right. */
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import { styled } from '@mui/material/styles';
import type { SubmitEvent, ReactNode } from 'react';
import { useId } from 'react';
import { textSize } from '../../platform/theme/type-scale.ts';

const Form = styled('form')({ display: 'flex', flexDirection: 'column' });
const Body = styled('div')({ padding: '20px 24px 12px', display: 'flex', flexDirection: 'column', gap: 12 });
const Head = styled('div')({ display: 'flex', alignItems: 'center', gap: 12 });
const Title = styled('h2')({ margin: 0, fontSize: textSize.dialog, lineHeight: '22px', fontWeight: 600 });
const Message = styled('p')(({ theme }) => ({
  margin: 0,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
}));
const Tile = styled('span', { shouldForwardProp: (prop) => prop !== 'destructive' })<{
  destructive: boolean;
}>(({ theme, destructive }) => ({
  display: 'inline-flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  width: 36,
  height: 36,
  borderRadius: 8,
  color: destructive ? theme.vars.palette.error.main : theme.vars.palette.primary.main,
  backgroundColor: destructive ? theme.vars.palette.error.tint : theme.vars.palette.primary.tint,
}));

export type SmallDialogProps = {
  title: string | undefined;
  message: string | undefined;
  icon?: ReactNode;
  destructive?: boolean;
  persistent: boolean;
  /** Escape or a click outside. */
  onDismiss: () => void;
  onSubmit: () => void;
  actions: ReactNode;
  children?: ReactNode;
};

export function SmallDialog(props: SmallDialogProps) {
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  const message = props.message ? <Message id={`${id}-message`}>{props.message}</Message> : null;
  return (
    <Dialog
      open
      onClose={props.persistent ? undefined : props.onDismiss}
      role="alertdialog"
      aria-labelledby={props.title ? `${id}-title` : undefined}
      aria-describedby={props.message ? `${id}-message` : undefined}
      slotProps={{ paper: { style: { maxWidth: 400 } } }}
    >
      <Form onSubmit={submit} noValidate>
        <Body>
          {props.title ? (
            <Head>
              {props.icon ? <Tile destructive={props.destructive ?? false}>{props.icon}</Tile> : null}
              <Title id={`${id}-title`}>{props.title}</Title>
            </Head>
          ) : null}
          {message}
          {props.children}
        </Body>
        <DialogActions>{props.actions}</DialogActions>
      </Form>
    </Dialog>
  );
}
