import { useState } from 'react';
import { useApi } from '#providers/http/useApi.ts';
import styles from './Thumbnail.module.css';

interface ThumbnailProps {
  name: string;
  picture?: string | null | undefined;
  large?: boolean;
}

/** Thumbnail of a record, or its initial. Has a fixed size, so that the row does not jump when the picture loads. */
export const Thumbnail = ({ name, picture, large = false }: ThumbnailProps) => {
  const { getUrl } = useApi();
  const [isMissing, setIsMissing] = useState<string | null>(null);
  const isShown = picture && picture !== isMissing;
  const size = large ? 52 : 26;
  return (
    <span className={styles['tile']} data-large={large || undefined} aria-hidden="true">
      {isShown ? (
        <img
          src={getUrl(picture)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setIsMissing(picture)}
        />
      ) : (
        [...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase()
      )}
    </span>
  );
};
