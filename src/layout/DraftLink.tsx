import DraftIcon from '@mui/icons-material/EditNoteOutlined';
import { Link } from 'react-router-dom';
import { useOwnDraft } from '#providers/cache/draftQueries.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useProfile } from '#providers/session/profile.ts';
import { useFormats } from '#resources/engine/format.ts';
import { getLink } from '../menu.ts';
import styles from './Header.module.css';

export const DraftLink = () => {
  const t = useT();
  const { number } = useFormats();
  const profile = useProfile();
  const draft = useOwnDraft();
  if (!draft || !profile) return null;
  const count = t('drafts.markChanges', { smart_count: draft.changes_count, number: number(draft.changes_count) });
  return (
    <Link
      className={styles['draft']}
      to={`${getLink('history')}?user=${profile.id}&draft=${draft.id}`}
      title={t('drafts.open')}
      aria-label={`${t('drafts.mark')}: ${count}`}
    >
      <DraftIcon />
      <span>
        {t('drafts.mark')}: {count}
      </span>
      <span data-short>{number(draft.changes_count)}</span>
    </Link>
  );
};
