/** Shows a user in a dialog, 640 px wide: one field per row, each with a pencil, one open at a time. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Skeleton from '@mui/material/Skeleton';
import type { User } from '@rhythmdesk/contract/users';
import type { UserField } from '@rhythmdesk/domain/people/user-fields';
import { KeyIcon, PencilSimpleIcon, TrashIcon, XIcon } from '@phosphor-icons/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { nameLanguage } from '../../../platform/texts/name-language.ts';
import { useFormat } from '../../../platform/texts/use-format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { useUnsavedInput, type UnsavedInput } from '../../../ui/dialogs/use-unsaved-input.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RecordBody, RecordFoot, RecordHead, RecordRow, recordWidthPx } from '../../../ui/record-dialog.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { OneTimeDialog } from './one-time-dialog.tsx';
import { ResetFactors } from './reset-factors.tsx';
import { UserFieldForm, type UserChange } from './user-field-form.tsx';
import { recordFields, useUserFieldText } from './user-field-text.ts';

export type EditUserDialogProps = {
  id: number;
  onClose: () => void;
  onSaved: () => void;
  onDelete: (user: User) => void;
};

type RowProps = {
  user: User;
  field: UserField;
  isOpen: boolean;
  onOpen: () => void;
  onTyped: () => void;
  onClose: () => void;
  onSaved: (change: UserChange) => void;
};

function FieldRow({ user, field, isOpen, onOpen, ...form }: RowProps) {
  const { t } = useTranslation('users');
  const { label, text, isEmpty } = useUserFieldText()(user, field);
  if (isOpen) {
    return (
      <RecordRow open>
        <span className="label" aria-hidden="true">
          {label}
        </span>
        <UserFieldForm user={user} field={field} {...form} />
      </RecordRow>
    );
  }
  const Icon = field === 'password' ? KeyIcon : PencilSimpleIcon;
  return (
    <RecordRow open={false}>
      <span className="label">{label}</span>
      <span className={isEmpty ? 'value empty' : 'value'} lang={nameLanguage(text)}>
        {text}
      </span>
      {user.editable.includes(field) && !(field === 'use_flag' && user.flag === 'waiting') ? (
        <IconButton
          name={field === 'password' ? t('one-time.set') : t('edit', { field: label })}
          size="small"
          onClick={onOpen}
        >
          <Icon size={16} aria-hidden="true" />
        </IconButton>
      ) : null}
    </RecordRow>
  );
}

function Title({ user, id, onClose }: { user: User; id: string; onClose: () => void }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  return (
    <RecordHead>
      <Avatar person={user} size={36} />
      <div>
        <h2 id={id} lang={nameLanguage(user.name)}>
          {user.name}
        </h2>
        <p>
          <span className="mono">{user.user_id}</span>
          {` · ${t('since', { date: format.instant('date', user.created_at) })}`}
        </p>
      </div>
      <IconButton name={t('close')} onClick={onClose}>
        <XIcon size={18} aria-hidden="true" />
      </IconButton>
    </RecordHead>
  );
}

type FieldsProps = {
  user: User;
  unsaved: UnsavedInput;
  onSaved: () => void;
  onPassword: (password: string) => void;
};

function Fields({ user, unsaved, onSaved, onPassword }: FieldsProps) {
  const { t } = useTranslation('users');
  const [open, setOpen] = useState<UserField | null>(null);
  const close = () => {
    unsaved.onSettled();
    setOpen(null);
  };
  return (
    <RecordBody>
      {recordFields.map((field) => (
        <FieldRow
          key={field}
          user={user}
          field={field}
          isOpen={open === field}
          onOpen={() => unsaved.leave(() => setOpen(field))}
          onTyped={unsaved.onTyped}
          onClose={close}
          onSaved={({ password }) => {
            close();
            onSaved();
            if (password !== undefined) onPassword(password);
          }}
        />
      ))}
      {user.editable.length === 0 ? (
        <RecordRow open={false}>
          <span className="value empty" style={{ gridColumn: '1 / -1' }}>
            {t(user.flag === 'withdrawn' ? 'not-editable.withdrawn' : 'not-editable')}
          </span>
        </RecordRow>
      ) : null}
    </RecordBody>
  );
}

type ShownProps = Omit<EditUserDialogProps, 'id'> & { user: User; titleId: string; unsaved: UnsavedInput };

function Shown({ user, titleId, unsaved, onClose, onSaved, onDelete }: ShownProps) {
  const { t } = useTranslation('users');
  const [password, setPassword] = useState<string>();
  return (
    <>
      <Title user={user} id={titleId} onClose={onClose} />
      <Fields user={user} unsaved={unsaved} onSaved={onSaved} onPassword={setPassword} />
      <RecordFoot>
        {user.deletable ? (
          <Button
            color="error"
            variant="text"
            startIcon={<TrashIcon size={16} aria-hidden="true" />}
            onClick={() => unsaved.leave(() => onDelete(user))}
          >
            {t('delete')}
          </Button>
        ) : null}
        {user.factors_resettable ? <ResetFactors user={user} onReset={onSaved} /> : null}
        <span className="note" />
        <Button onClick={onClose}>{t('close')}</Button>
      </RecordFoot>
      {password === undefined ? null : (
        <OneTimeDialog user_id={user.user_id} password={password} onClose={() => setPassword(undefined)} />
      )}
    </>
  );
}

export function EditUserDialog(props: EditUserDialogProps) {
  const { id, onClose } = props;
  const { t } = useTranslation('users');
  const titleId = useId();
  const { data, error, refetch } = useQuery(callQuery('user', { id }));
  const unsaved = useUnsavedInput();
  const leave = () => unsaved.leave(onClose);
  return (
    <Dialog
      open
      onClose={leave}
      aria-labelledby={titleId}
      fullWidth
      slotProps={{ paper: { style: { maxWidth: recordWidthPx } } }}
    >
      {data ? (
        <Shown {...props} onClose={leave} user={data} titleId={titleId} unsaved={unsaved} />
      ) : (
        <>
          <h2 id={titleId} hidden>
            {t('title')}
          </h2>
          {error ? (
            <ErrorState error={error} about="user" onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={420} sx={{ margin: '24px' }} />
          )}
        </>
      )}
    </Dialog>
  );
}
