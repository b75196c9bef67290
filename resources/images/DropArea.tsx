import AddPhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined';
import { type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { imageLimits } from '#contract/limits.ts';
import type { RecordRef } from '#providers/cache/images.ts';
import { useUploadStore } from '#providers/http/uploads.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useIsTouch } from '#ui/useMediaQuery.ts';
import { useFormats } from '../engine/format.ts';
import styles from './Images.module.css';
import { PictureChoice } from './PictureChoice.tsx';

interface DropAreaProps {
  dropAreaRef: RefObject<HTMLElement | null>;
  owner: RecordRef;
  count: number;
  isEmpty: boolean;
  children: ReactNode;
}

export const DropArea = ({ dropAreaRef, owner, count, isEmpty, children }: DropAreaProps) => {
  const t = useT();
  const { add } = useUploadStore();
  const take = (files: File[]) => add(owner, files);
  const { isOver, handlers } = useDrop(take);
  return (
    <section
      ref={dropAreaRef}
      className={styles['area']}
      aria-label={t('shell.tabs.images')}
      data-over={isOver || undefined}
      data-empty={isEmpty || undefined}
      {...handlers}
    >
      {isEmpty ? <NoImages onChoose={take} /> : <UploadBar count={count} onChoose={take} />}
      {children}
      {isOver && <p className={styles['veil']}>{t('gallery.drop')}</p>}
    </section>
  );
};

interface UploadProps {
  onChoose: (files: File[]) => void;
}

const formattedLimits = { megabytes: imageLimits.fileBytes / 2 ** 20, megapixels: imageLimits.pixels / 1e6 };

const UploadBar = ({ count, onChoose }: UploadProps & { count: number }) => {
  const t = useT();
  const formats = useFormats();
  return (
    <div className={styles['bar']}>
      <p>
        <strong>{t('gallery.count', { smart_count: count, number: formats.number(count) })}</strong>
        <span>{t('gallery.limits', formattedLimits)}</span>
      </p>
      <PictureChoice onChoose={onChoose} isMany>
        {choose => (
          <Button variant="outlined" startIcon={<AddPhotoIcon fontSize="small" />} data-shortcut="n" onClick={choose}>
            {t('gallery.add')}
          </Button>
        )}
      </PictureChoice>
    </div>
  );
};

const NoImages = ({ onChoose }: UploadProps) => {
  const t = useT();
  const hint = (
    <>
      {t(useIsTouch() ? 'gallery.emptyHintTouch' : 'gallery.emptyHint')}
      <br />
      {t('gallery.limits', formattedLimits)}
    </>
  );
  return (
    <PictureChoice onChoose={onChoose} isMany>
      {choose => (
        <EmptyState
          icon={<AddPhotoIcon />}
          title={t('gallery.empty')}
          text={hint}
          actions={
            <Button variant="outlined" data-shortcut="n" onClick={choose}>
              {t('gallery.choose')}
            </Button>
          }
        />
      )}
    </PictureChoice>
  );
};

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/**
 * Tracks files that are dragged over the area. Drops outside the area are cancelled, because the browser would open the
 * file and leave the page.
 */
const useDrop = (onFilesDrop: (files: File[]) => void) => {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const depth = useRef(0);
  useEffect(() => {
    const stay = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, stay);
    return () => {
      for (const name of ['dragover', 'drop'] as const) window.removeEventListener(name, stay);
    };
  }, []);
  // These events also fire for children, so a counter tracks when the drag really leaves the area.
  const count = (delta: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current + delta);
    setDraggedOver(depth.current > 0);
  };
  const handlers = {
    onDragEnter: count(1),
    onDragLeave: count(-1),
    onDrop: (event: DragEvent) => {
      depth.current = 0;
      setDraggedOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFilesDrop([...event.dataTransfer.files]);
    },
  };
  return { isOver: isDraggedOver, handlers };
};
