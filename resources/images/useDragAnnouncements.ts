import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { useRef } from 'react';
import type { Image } from '#contract/images.ts';
import { useT } from '#providers/locale/i18nProvider.ts';

/** The library's own announcements are English. */
export const useDragAnnouncements = (images: readonly Image[]) => {
  const t = useT();
  /**
   * The last announced position. When the user picks up an image, the library reports the image's own position, which
   * need not be announced.
   */
  const lastAnnounced = useRef<UniqueIdentifier | null>(null);
  const describePositions = (id: UniqueIdentifier, target: UniqueIdentifier) => ({
    name: images.find(image => image.id === id)?.file_name ?? '',
    at: images.findIndex(image => image.id === target) + 1,
    of: images.length,
  });
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lastAnnounced.current = active.id;
      return t('gallery.drag.taken', describePositions(active.id, active.id));
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === lastAnnounced.current) return undefined;
      lastAnnounced.current = over.id;
      return t('gallery.drag.over', describePositions(active.id, over.id));
    },
    onDragEnd: ({ active, over }) => t('gallery.drag.put', describePositions(active.id, (over ?? active).id)),
    onDragCancel: ({ active }) => t('gallery.drag.back', describePositions(active.id, active.id)),
  };
  return { announcements, screenReaderInstructions: { draggable: t('gallery.drag.instructions') } };
};
