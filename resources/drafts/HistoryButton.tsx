import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { Suspense, useState } from 'react';
import { type DraftEntity, draftEntities } from '#contract/drafts.ts';
import { useT } from '#providers/i18nProvider.ts';
import type { Definition } from '../schema/types.ts';
import { Button } from '../schema/ui/Button.tsx';
import { lazyScreen } from '../schema/ui/lazyScreen.tsx';
import styles from './Drafts.module.css';

const RecordHistory = lazyScreen(() => import('./RecordHistory.tsx').then(module => module.RecordHistory), {
  isSmall: true,
});

interface HistoryButtonProps {
  definition: Definition;
  id: number;
  /** What the record is called. */
  name: string;
}

const isRecorded = (name: string): name is DraftEntity => (draftEntities as readonly string[]).includes(name);

/** Opens the history of a record beside its editor, where changes of its kind are recorded. */
export const HistoryButton = ({ definition, id, name }: HistoryButtonProps) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (!isRecorded(definition.name)) return null;
  return (
    <>
      <Button
        color="inherit"
        className={styles['opener'] ?? ''}
        startIcon={<HistoryIcon fontSize="small" />}
        aria-label={t('drafts.ofRecord')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span>{t('drafts.ofRecord')}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <RecordHistory entity={definition.name} {...{ definition, id, name }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
