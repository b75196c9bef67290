import KeyIcon from '@mui/icons-material/KeyOutlined';
import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { ResourceRecord } from '#contract/records.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useCan } from '#providers/session/profile.ts';
import { IconButton } from '#ui/Button.tsx';
import { CafeKeyDialog } from './CafeKeyDialog.tsx';

type Cafe = ResourceRecord<'settings/cafe'>;

export const CafeKey = ({ record }: { record: Cafe }) => {
  const t = useT();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  if (record.kind !== 'http' || !can(endpoints.cafes.makeKey.access)) return null;
  return (
    <>
      <IconButton
        aria-label={t('sending.key.of', { name: record.name })}
        title={t('sending.key.title')}
        onClick={() => setOpen(true)}
      >
        <KeyIcon fontSize="small" />
      </IconButton>
      {isOpen && <CafeKeyDialog cafe={record} onClose={() => setOpen(false)} />}
    </>
  );
};
