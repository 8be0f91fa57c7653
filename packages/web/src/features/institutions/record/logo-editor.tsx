/** Edits the logo on an institution's reports: the current picture, another, or none. */
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Institution } from '@rhythmdesk/contract/institutions';
import { ImageIcon, TrashIcon } from '@phosphor-icons/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/client/query-cache.ts';
import { textSize } from '../../../platform/theme/type-scale.ts';
import { FilePicker } from '../../../ui/file-picker.tsx';
import type { FieldDraft } from './field-draft.ts';
import { logoPicture } from './logo-picture.ts';

/** Paper is white in the dark theme too. */
const Paper = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 192,
  height: 64,
  padding: 6,
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line.main}`,
  backgroundColor: '#fff',
  color: '#4F5F63',
  fontSize: textSize.small,
  '& img': { maxWidth: '100%', maxHeight: '100%' },
}));
const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });
const Fault = styled('p')(({ theme }) => ({
  margin: 0,
  fontSize: textSize.small,
  color: theme.vars.palette.error.main,
}));

export type LogoEditorProps = {
  record: Institution;
  draft: FieldDraft;
  fault: string | undefined;
  onChange: (draft: FieldDraft) => void;
};

export function LogoEditor({ record, draft, fault, onChange }: LogoEditorProps) {
  const { t } = useTranslation('institutions');
  const kept = record.administration?.logo ?? '';
  const [isUnreadable, setUnreadable] = useState(false);
  const { data } = useQuery({
    ...callQuery('institutionLogo', { id: record.id }),
    enabled: kept !== '',
    staleTime: 0,
  });
  const png = draft.text === kept ? (data?.png ?? '') : draft.text;
  const take = async ([file]: File[]) => {
    const picture = file === undefined ? null : await logoPicture(file);
    setUnreadable(picture === null);
    if (picture !== null) onChange({ ...draft, text: picture });
  };
  const said = isUnreadable ? t('logo.unreadable') : fault;
  return (
    <>
      <Row>
        <Paper>
          {png === '' ? t('value.none') : <img src={`data:image/png;base64,${png}`} alt={t('field.logo')} />}
        </Paper>
        <FilePicker
          label={t('logo.choose')}
          accept="image/png,image/svg+xml"
          icon={<ImageIcon size={16} aria-hidden="true" />}
          onFiles={(files) => void take(files)}
        />
        {draft.text === '' ? null : (
          <Button
            variant="text"
            startIcon={<TrashIcon size={16} aria-hidden="true" />}
            onClick={() => onChange({ ...draft, text: '' })}
          >
            {t('logo.remove')}
          </Button>
        )}
      </Row>
      {said === undefined ? null : <Fault role="alert">{said}</Fault>}
    </>
  );
}
