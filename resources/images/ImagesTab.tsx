import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useNotify, useRecordContext, useResourceContext } from 'react-admin';
import { type RecordRef, useImages } from '#providers/cache/images.ts';
import { useUploadStore, useUploads } from '#providers/http/uploads.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { lazyScreen } from '#ui/lazyScreen.tsx';
import { DropArea } from './DropArea.tsx';
import { ImageGrid } from './ImageGrid.tsx';
import styles from './Images.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';
import { useImageActions } from './useImageActions.ts';

const ImageViewer = lazyScreen(() => import('./ImageViewer.tsx').then(module => module.ImageViewer));

/**
 * The images tab. Each change is saved at once and independently of the form, so that photographers never have to press
 * Save.
 */
export const ImagesTab = () => {
  const resource = useResourceContext();
  const record = useRecordContext<{ id: number }>();
  if (!resource || !record) throw new Error('the images tab stands in the editor of a record');
  return <Gallery key={`${resource} ${record.id}`} owner={{ resource, recordId: record.id }} />;
};

const Gallery = ({ owner }: { owner: RecordRef }) => {
  const { images, error, refetch, actions } = useImages(owner);
  const uploads = useUploads(owner);
  const imageActions = useImageActions(actions);
  const [viewedId, setViewedId] = useState<number | null>(null);
  const [removingId, setRemovingId] = useState<number | null>(null);
  const [area, focusOn] = useFocusAfterRemoval();
  useKnownNotices(owner);
  if (error && !images) return <GalleryError onRetry={() => void refetch()} />;
  if (!images) return <GallerySkeleton />;
  const find = (imageId: number | null) => images.find(({ id }) => id === imageId);
  const [viewedImage, imageToRemove] = [find(viewedId), find(removingId)];
  const remove = async (id: number) => {
    const index = images.findIndex(image => image.id === id);
    const neighbour = (images[index + 1] ?? images[index - 1])?.id ?? null;
    if (!(await imageActions.remove(id))) return;
    if (viewedId === id) setViewedId(neighbour);
    else focusOn(neighbour);
  };
  return (
    <DropArea dropAreaRef={area} owner={owner} count={images.length} isEmpty={images.length + uploads.length === 0}>
      <ImageGrid {...{ owner, images, uploads, actions: imageActions }} onView={setViewedId} onRemove={setRemovingId} />
      {/* The images stay mounted while the dialog's code loads, so that the focus can later return to the element
          that opened the dialog. */}
      <Suspense>
        {viewedImage && (
          <ImageViewer
            {...{ owner, images, actions: imageActions }}
            image={viewedImage}
            onShow={setViewedId}
            onRemove={() => setRemovingId(viewedImage.id)}
            onClose={() => setViewedId(null)}
          />
        )}
      </Suspense>
      {imageToRemove && (
        <RemoveDialog
          image={imageToRemove}
          onConfirm={() => remove(imageToRemove.id)}
          onClose={() => setRemovingId(null)}
        />
      )}
    </DropArea>
  );
};

/** A removal deletes the focused element, and the browser would leave the focus on the body. */
const useFocusAfterRemoval = () => {
  const area = useRef<HTMLElement>(null);
  const [target, setTarget] = useState<{ id: number | null } | null>(null);
  useEffect(() => {
    if (!target) return;
    const selector = target.id === null ? '[data-shortcut=n]' : `[data-image="${target.id}"] button`;
    area.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [target]);
  return [area, (id: number | null) => setTarget({ id })] as const;
};

/** A duplicate is not an error, but without a notice the upload would seem lost, because it adds no card. */
const useKnownNotices = ({ resource, recordId }: RecordRef): void => {
  const t = useT();
  const notify = useNotify();
  const { onDuplicate } = useUploadStore();
  useEffect(
    () =>
      onDuplicate(upload => {
        if (upload.resource === resource && upload.recordId === recordId)
          notify(t('gallery.known', { name: upload.file.name }), { type: 'info' });
      }),
    [onDuplicate, notify, t, resource, recordId],
  );
};

const GallerySkeleton = () => (
  <div className={styles['grid']} aria-busy="true">
    {Array.from({ length: 4 }, (_, index) => (
      <span key={index} className={styles['bone']} />
    ))}
  </div>
);

const GalleryError = ({ onRetry }: { onRetry: () => void }) => {
  const t = useT();
  return (
    <EmptyState
      role="alert"
      icon={<CloudOffIcon />}
      title={t('gallery.failed')}
      text=""
      actions={
        <Button variant="outlined" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      }
    />
  );
};
