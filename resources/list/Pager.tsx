import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import { useListContext } from 'react-admin';
import { PER_PAGE_CHOICES } from '#contract/limits.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { IconButton } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import { useFormats } from '../engine/format.ts';
import { useLabels } from '../engine/useLabels.ts';
import styles from './Pager.module.css';
import { usePerPage } from './usePerPage.ts';

export const Pager = ({ resource }: { resource: string }) => {
  const t = useT();
  const formats = useFormats();
  const { count } = useLabels(resource);
  const { page, perPage, total, setPage, setPerPage } = useListContext();
  const [, keepPerPage] = usePerPage(resource);
  const choose = (count: number) => {
    keepPerPage(count);
    setPerPage(count);
  };
  if (total === undefined) return <div className={styles['pager']} />;
  const pages = Math.max(1, Math.ceil(total / perPage));
  return (
    <nav className={styles['pager']} aria-label={t('shell.pages')}>
      <span className={styles['total']} role="status">
        {count(total)}
      </span>
      <span className={styles['perPage']}>
        <span aria-hidden="true">{t('shell.perPage')}</span>
        <Select
          label={t('shell.perPage')}
          isLabelHidden
          value={String(perPage)}
          choices={[...new Set([...PER_PAGE_CHOICES, perPage])]
            .toSorted((a, b) => a - b)
            .map(perPageOption => [String(perPageOption), String(perPageOption)] as const)}
          onChange={event => choose(Number(event.target.value))}
        />
      </span>
      <span className={styles['where']}>
        {t('shell.pageOf', { page: formats.number(page), pages: formats.number(pages) })}
      </span>
      <IconButton aria-label={t('shell.pagePrevious')} disabled={page <= 1} onClick={() => setPage(page - 1)}>
        <ChevronLeftIcon fontSize="small" />
      </IconButton>
      <IconButton aria-label={t('shell.pageNext')} disabled={page >= pages} onClick={() => setPage(page + 1)}>
        <ChevronRightIcon fontSize="small" />
      </IconButton>
    </nav>
  );
};
