import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Link } from 'react-router-dom';
import { useT } from '#providers/i18nProvider.ts';
import { useImport } from '#providers/importStore.ts';
import { useFormats } from '#resources/schema/format.ts';
import { linkOf } from '../menu.ts';
import styles from './Header.module.css';

/** How far the import is while one runs, on every page; leads to it. */
export const ImportMark = () => {
  const t = useT();
  const formats = useFormats();
  const { status, progress } = useImport().state;
  if (status !== 'processing' && status !== 'post_processing') return null;
  return (
    <Link className={styles['process']} to={linkOf('import')} title={t(`importPage.status.${status}`)}>
      <UploadIcon />
      <span className="visually-hidden">{t(`importPage.status.${status}`)}</span>
      <span>{formats.number(progress, 0)} %</span>
    </Link>
  );
};
