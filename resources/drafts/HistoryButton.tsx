import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { Suspense, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import type { Definition } from '../engine/types.ts';
import styles from './Drafts.module.css';

const RecordHistory = lazyScreen(() => import('./RecordHistory.tsx').then(module => module.RecordHistory), {
  isSmall: true,
});

interface HistoryButtonProps {
  definition: Definition;
  id: number;
  name: string;
}

export const HistoryButton = ({ definition, id, name }: HistoryButtonProps) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
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
          <RecordHistory {...{ definition, id, name }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
