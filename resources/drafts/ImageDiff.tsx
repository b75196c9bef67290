import { useState } from 'react';
import type { DraftChange } from '#contract/drafts.ts';
import { getOwnValue } from '#contract/values.ts';
import { useApi } from '#providers/http/useApi.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import styles from './Drafts.module.css';

interface ImageState {
  file_name: string;
  position: number;
  is_main: boolean;
  alt: Record<string, string>;
}

export const ImageDiff = ({ change }: { change: DraftChange }) => {
  const t = useT();
  const before = change.before as ImageState | null;
  const after = change.after as ImageState | null;
  const image = after ?? before;
  const kind = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return (
    <figure className={styles['image']} data-kind={kind}>
      <Picture address={change.picture} name={image?.file_name ?? ''} />
      <figcaption>
        {kind !== 'changed' && <b>{t(`drafts.image.${kind}`)}</b>}
        <span>{image?.file_name}</span>
        {before && after && <ImageDetailsDiff before={before} after={after} />}
      </figcaption>
    </figure>
  );
};

const Picture = ({ address, name }: { address: string | null; name: string }) => {
  const t = useT();
  const { getUrl } = useApi();
  const [isMissing, setMissing] = useState(false);
  if (!address || isMissing) return <span className={styles['missing']}>{t('drafts.gone')}</span>;
  return (
    <img
      src={getUrl(address)}
      alt={t('drafts.image.alt_', { name })}
      width={96}
      height={96}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
};

const ImageDetailsDiff = ({ before, after }: { before: ImageState; after: ImageState }) => {
  const t = useT();
  const languages = [...new Set([...Object.keys(before.alt), ...Object.keys(after.alt)])];
  return (
    <>
      {before.is_main !== after.is_main && (
        <span>{t(after.is_main ? 'drafts.image.main' : 'drafts.image.notMain')}</span>
      )}
      {before.position !== after.position && (
        <span>{t('drafts.image.moved', { before: before.position, after: after.position })}</span>
      )}
      {languages
        .filter(code => getOwnValue(before.alt, code) !== getOwnValue(after.alt, code))
        .map(code => (
          <span key={code}>
            {t('drafts.image.alt', { language: code })}: <del>{getOwnValue(before.alt, code)}</del>{' '}
            <ins>{getOwnValue(after.alt, code)}</ins>
          </span>
        ))}
    </>
  );
};
