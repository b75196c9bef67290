import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { type DragEvent, useEffect, useState } from 'react';
import { importImageLimits, importLimits } from '#contract/limits.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { useIsTouch } from '#ui/useMediaQuery.ts';
import { useLostFocus } from '../jobs/useLostFocus.ts';
import styles from './Import.module.css';
import { ImportErrors } from './ImportErrors.tsx';

interface DropZoneProps {
  refusals: readonly string[];
  /** Receives a table and, if there is one, the archive with its images. */
  onFileChoose: (file: File, archive: File | null) => void;
}

export const DropZone = ({ refusals, onFileChoose }: DropZoneProps) => {
  const t = useT();
  const { errors, take } = useFileChecks(onFileChoose);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const isTouch = useIsTouch();
  const button = useLostFocus<HTMLButtonElement>();
  useDropGuard();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      className={styles['drop']}
      data-over={isDraggedOver || undefined}
      aria-label={t('importPage.choose')}
      onDragOver={event => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      <UploadIcon />
      <h2>{t(isTouch ? 'importPage.pick' : 'importPage.drop')}</h2>
      <p>{t('importPage.limits', { megabytes: MAX_MEGABYTES })}</p>
      <FilePicker label={t('importPage.choose')} name="table" accept=".xlsx,.ods,.csv,.txt,.zip" isMany onChoose={take}>
        {choose => (
          <Button ref={button} variant="contained" data-shortcut="n" onClick={choose}>
            {t('importPage.choose')}
          </Button>
        )}
      </FilePicker>
      <ImportErrors errors={errors.length > 0 ? errors : refusals} />
    </section>
  );
};

/** A file dropped outside the zone would make the browser navigate to it. */
const useDropGuard = () => {
  useEffect(() => {
    const stay = (event: Event) => event.preventDefault();
    for (const name of ['dragover', 'drop']) window.addEventListener(name, stay);
    return () => {
      for (const name of ['dragover', 'drop']) window.removeEventListener(name, stay);
    };
  }, []);
};

const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name);

const useFileChecks = (onFileChoose: DropZoneProps['onFileChoose']) => {
  const t = useT();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const findErrors = (files: FileList): readonly string[] => {
    const all = [...files];
    const [archive = null, ...otherArchives] = all.filter(isArchive);
    const [file, ...otherTables] = all.filter(candidate => !isArchive(candidate));
    if (otherTables.length + otherArchives.length > 0) return [t('importPage.oneFile')];
    if (!file) return archive ? [t('importPage.images.alone')] : [];
    if (file.size > importLimits.fileBytes) return [t('importPage.tooLarge', { megabytes: MAX_MEGABYTES })];
    if (archive && archive.size > importImageLimits.archiveBytes)
      return [t('importPage.images.tooLarge', { megabytes: importImageLimits.archiveBytes / 2 ** 20 })];
    onFileChoose(file, archive);
    return [];
  };
  return { errors, take: (files: FileList) => setErrors(findErrors(files)) };
};

const MAX_MEGABYTES = importLimits.fileBytes / 2 ** 20;
