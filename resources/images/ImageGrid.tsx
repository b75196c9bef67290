import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import type { Image } from '#contract/images.ts';
import type { RecordRef } from '#providers/cache/images.ts';
import { type Upload, useUploadStore } from '#providers/http/uploads.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Button } from '#ui/Button.tsx';
import { ImageCard } from './ImageCard.tsx';
import styles from './Images.module.css';
import { createOrderCoordinates } from './orderCoordinates.ts';
import { UploadCard } from './UploadCard.tsx';
import { useDragAnnouncements } from './useDragAnnouncements.ts';
import type { ImageActions } from './useImageActions.ts';

interface ImageGridProps {
  owner: RecordRef;
  images: readonly Image[];
  uploads: readonly Upload[];
  actions: ImageActions;
  onView: (id: number) => void;
  onRemove: (id: number) => void;
}

export const ImageGrid = ({ owner, images, uploads, actions, onView, onRemove }: ImageGridProps) => {
  const dragAnnouncements = useDragAnnouncements(images);
  const ids = images.map(({ id }) => id);
  const sensors = useSensors(
    // A click opens the picture, so a drag starts only after some movement.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // If a finger moves at once, the user is scrolling, so a drag starts only after a long press.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: createOrderCoordinates(ids) }),
  );
  const move = (id: number, targetIndex: number) => {
    if (targetIndex >= 0 && targetIndex < ids.length) void actions.order(arrayMove(ids, ids.indexOf(id), targetIndex));
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) move(Number(active.id), ids.indexOf(Number(over.id)));
  };
  if (images.length + uploads.length === 0) return null;
  return (
    <>
      <RetryAllButton uploads={uploads} />
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={dragAnnouncements}
        onDragEnd={drop}
      >
        <SortableContext items={ids} strategy={rectSortingStrategy}>
          <ul className={styles['grid']}>
            {images.map((image, index) => (
              <ImageCard
                key={image.id}
                {...{ owner, image, index, actions, move, onView, onRemove }}
                count={images.length}
              />
            ))}
            {uploads.map(upload => (
              <UploadCard key={`upload ${upload.id}`} upload={upload} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </>
  );
};

/** Retries all failed uploads, because a lost connection fails them together. */
const RetryAllButton = ({ uploads }: { uploads: readonly Upload[] }) => {
  const t = useT();
  const { retry } = useUploadStore();
  const failedUploads = uploads.filter(({ status }) => status === 'failed');
  if (failedUploads.length < 2) return null;
  const retryAll = () => {
    for (const { id } of failedUploads) retry(id);
  };
  return (
    <Button className={styles['retryAll'] ?? ''} variant="outlined" onClick={retryAll}>
      {t('gallery.upload.retryAll', { smart_count: failedUploads.length })}
    </Button>
  );
};
