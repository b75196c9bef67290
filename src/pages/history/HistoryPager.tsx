import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import { useT } from '#providers/locale/i18nProvider.ts';
import { useFormats } from '#resources/engine/format.ts';
import { IconButton } from '#ui/Button.tsx';
import styles from './History.module.css';

interface HistoryPagerProps {
  page: number;
  per_page: number;
  total: number;
  onPageChange: (page: number) => void;
}

export const HistoryPager = ({ page, per_page, total, onPageChange }: HistoryPagerProps) => {
  const t = useT();
  const { number } = useFormats();
  const pages = countPages({ total, per_page });
  if (pages === 1 && page === 1) return null;
  return (
    <nav className={styles['pager']} aria-label={t('shell.pages')}>
      <IconButton aria-label={t('shell.pagePrevious')} disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        <ChevronLeftIcon fontSize="small" />
      </IconButton>
      <span>{t('shell.pageOf', { page: number(page), pages: number(pages) })}</span>
      <IconButton aria-label={t('shell.pageNext')} disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
        <ChevronRightIcon fontSize="small" />
      </IconButton>
    </nav>
  );
};

export const countPages = ({ total, per_page }: Pick<HistoryPagerProps, 'total' | 'per_page'>): number =>
  Math.max(1, Math.ceil(total / per_page));
