import type { DraggableSyntheticListeners } from '@dnd-kit/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import StarIcon from '@mui/icons-material/Star';
import { type MouseEventHandler, type TouchEventHandler, useState } from 'react';
import type { Image } from '#contract/images.ts';
import type { RecordRef } from '#providers/cache/images.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Pressable } from '#ui/Button.tsx';
import { DragGrip } from '#ui/DragGrip.tsx';
import { ImageMenu } from './ImageMenu.tsx';
import styles from './Images.module.css';
import type { ImageActions } from './useImageActions.ts';
import { useLanguages } from './useLanguages.ts';

export interface ImageCardProps {
  owner: RecordRef;
  image: Image;
  index: number;
  count: number;
  actions: ImageActions;
  move: (id: number, targetIndex: number) => void;
  onView: (id: number) => void;
  onRemove: (id: number) => void;
}

export const ImageCard = (props: ImageCardProps) => {
  const { image, index, count, onView } = props;
  const t = useT();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: image.id,
  });
  const name = image.file_name;
  return (
    <li
      ref={setNodeRef}
      className={styles['card']}
      style={{ transform: CSS.Transform.toString(transform), transition }}
      data-dragged={isDragging || undefined}
      data-image={image.id}
    >
      <Picture image={image} listeners={listeners} onOpen={() => onView(image.id)} />
      {image.is_main && (
        <span className={styles['main']}>
          <StarIcon />
          {t('gallery.main')}
        </span>
      )}
      <div className={styles['caption']}>
        <DragGrip
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t('gallery.move', { name })}
          aria-roledescription={undefined}
        />
        <span className={styles['words']} title={name}>
          <span>{name}</span>
          <AltLine image={image} position={t('gallery.position', { at: index + 1, of: count })} />
        </span>
        <ImageMenu {...props} />
      </div>
    </li>
  );
};

interface PictureProps {
  image: Image;
  listeners: DraggableSyntheticListeners;
  onOpen: () => void;
}

/** A click opens the picture. On touch screens a drag needs a long press, because a swipe scrolls. */
const Picture = ({ image, listeners, onOpen }: PictureProps) => {
  const t = useT();
  const { getUrl } = useApi();
  const [isMissing, setMissing] = useState(false);
  return (
    <Pressable
      className={styles['picture']}
      aria-label={t('gallery.open', { name: image.file_name })}
      onMouseDown={listeners?.['onMouseDown'] as MouseEventHandler}
      onTouchStart={listeners?.['onTouchStart'] as TouchEventHandler}
      onClick={onOpen}
    >
      {isMissing ? (
        <span className={styles['missing']}>{image.file_name}</span>
      ) : (
        <img
          src={getUrl(image.addresses.medium)}
          alt=""
          width={image.width}
          height={image.height}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setMissing(true)}
        />
      )}
    </Pressable>
  );
};

const AltLine = ({ image, position }: { image: Image; position: string }) => {
  const t = useT();
  const [first] = useLanguages();
  const alt = (first && image.alt[first.code]) || '';
  return (
    <>
      <small data-missing={!alt || undefined}>{alt || t('gallery.noAlt')}</small>
      <span className="visually-hidden">{position}</span>
    </>
  );
};
