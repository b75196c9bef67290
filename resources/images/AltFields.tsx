import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Image } from '#contract/images.ts';
import { imageLimits } from '#contract/limits.ts';
import { getOwnValue } from '#contract/values.ts';
import { useUnsavedForms } from '#providers/forms/unsavedForms.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { TextField } from '#ui/TextField.tsx';
import styles from './ImageViewer.module.css';
import { useLanguages } from './useLanguages.ts';

/** The viewer saves through this before it leaves the image, so that no text is lost. */
export interface AltDraft {
  /** Resolves to false on failure; the texts then stay in the fields. */
  keep: () => Promise<boolean>;
}

interface AltFieldsProps {
  image: Image;
  draft: RefObject<AltDraft | null>;
  onSave: (alt: Image['alt']) => Promise<boolean>;
}

export const AltFields = ({ image, draft, onSave }: AltFieldsProps) => {
  const t = useT();
  const languages = useLanguages();
  const { typed, type, keep, state } = useAltDraft(image, onSave);
  useImperativeHandle(draft, () => ({ keep }));
  return (
    <div className={styles['alts']}>
      {languages.map(({ code, name }, index) => (
        <TextField
          key={code}
          label={t('gallery.alt', { language: name })}
          value={getOwnValue(typed, code) ?? getOwnValue(image.alt, code) ?? ''}
          lines={[1, 4]}
          maxLength={imageLimits.altLength}
          lang={code}
          helperText={index === 0 ? t('gallery.altHint') : undefined}
          onChange={event => type(code, event.target.value)}
          onBlur={() => void keep()}
        />
      ))}
      <p role="status">{state && t(state === 'saving' ? 'gallery.altSaving' : 'gallery.altSaved')}</p>
    </div>
  );
};

const useAltDraft = (image: Image, onSave: AltFieldsProps['onSave']) => {
  const unsavedForms = useUnsavedForms();
  const [typedTexts, setTypedTexts] = useState<Image['alt']>({});
  const [state, setState] = useState<'saving' | 'saved' | null>(null);
  const pendingSave = useRef<Promise<boolean>>(Promise.resolve(true));
  const latest = useRef({ typed: typedTexts, image });
  useEffect(() => {
    latest.current = { typed: typedTexts, image };
  });
  const changes = (): Image['alt'] => {
    const { typed, image } = latest.current;
    return Object.fromEntries(Object.entries(typed).filter(([code, text]) => text.trim() !== (image.alt[code] ?? '')));
  };
  useEffect(() => unsavedForms.register({ isUnsaved: () => Object.keys(changes()).length > 0 }), [unsavedForms]);

  const save = async (): Promise<boolean> => {
    const alt = changes();
    if (Object.keys(alt).length === 0) return true;
    setState('saving');
    const isSaved = await onSave(alt);
    setState(isSaved ? 'saved' : null);
    return isSaved;
  };
  return {
    typed: typedTexts,
    type: (code: string, text: string) => {
      setState(null);
      setTypedTexts(before => ({ ...before, [code]: text }));
    },
    /** Chains saves, so that only one write is sent if the user leaves a field and the image at the same time. */
    keep: () => (pendingSave.current = pendingSave.current.then(save)),
    state,
  };
};
