import CloseIcon from '@mui/icons-material/Close';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useNotifyError } from '#providers/reporting/ErrorNotifier.tsx';
import { IconButton } from '#ui/Button.tsx';
import { Question } from '#ui/Dialog.tsx';
import { ReadError } from '#ui/ReadError.tsx';
import { useLostFocus } from '../jobs/useLostFocus.ts';
import styles from './Import.module.css';

interface SavedItem {
  id: number;
  name: string;
  /** Replaces the plain text of the name. */
  title?: ReactNode;
  description: string;
  actions?: ReactNode;
}

interface SavedItemListProps {
  messages: 'importPage.uploads' | 'importPage.profiles' | 'exportProfiles';
  /** Actions for the list. If there are any, the list is shown even when it is empty. */
  listActions?: ReactNode;
  /** Undefined while loading. */
  items: readonly SavedItem[] | undefined;
  query: { error: unknown; errorUpdateCount: number; refetch: () => Promise<unknown> };
  removal: {
    isPending: boolean;
    mutate: (id: number, options: { onError: (error: unknown) => void; onSettled: () => void }) => void;
  };
}

/** Items stored on the server for later imports, each with a button that deletes it after a confirmation. */
export const SavedItemList = ({ messages, listActions, items, query, removal }: SavedItemListProps) => {
  const t = useT();
  const headingId = useId();
  const notifyError = useNotifyError();
  const [removed, setRemoved] = useState<SavedItem | null>(null);
  const { error, errorUpdateCount, refetch } = query;
  const heading = useLostFocus<HTMLHeadingElement>(items ?? error);
  // The heading stays during a refetch, because it may have the focus.
  const isShown = items ? items.length > 0 || listActions !== undefined : errorUpdateCount > 0;
  if (!isShown) return null;
  const close = () => setRemoved(null);
  return (
    <section className={styles['kept']} aria-labelledby={headingId}>
      <div className={styles['keptHead']}>
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {t(`${messages}.title`)}
        </h2>
        {items && listActions}
      </div>
      {!items && Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
      <ul>
        {items?.map(item => {
          const label = t(`${messages}.remove`, { name: item.name });
          return (
            <li key={item.id}>
              {item.title ?? <span>{item.name}</span>}
              <small>{item.description}</small>
              {item.actions}
              <IconButton aria-label={label} title={label} onClick={() => setRemoved(item)}>
                <CloseIcon fontSize="small" />
              </IconButton>
            </li>
          );
        })}
      </ul>
      {removed && (
        <Question
          title={t(`${messages}.ask`, { name: removed.name })}
          confirm={t(`${messages}.confirm`)}
          isPending={removal.isPending}
          onConfirm={() => removal.mutate(removed.id, { onError: failure => notifyError(failure), onSettled: close })}
          onClose={close}
        >
          {t(`${messages}.text`)}
        </Question>
      )}
    </section>
  );
};
