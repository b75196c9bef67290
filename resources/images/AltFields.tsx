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

  /** Lets the fields follow the image again, so that a text that is kept never overwrites a colleague's newer one. */
  const forget = (kept: Image['alt']) => {
    const omitKept = (typed: Image['alt']): Image['alt'] =>
      Object.fromEntries(Object.entries(typed).filter(([code, text]) => text !== kept[code]));
    setTypedTexts(omitKept);
    // The next save in the chain may begin before the render.
    latest.current = { ...latest.current, typed: omitKept(latest.current.typed) };
  };
  const save = async (): Promise<boolean> => {
    const { typed } = latest.current;
    const alt = changes();
    if (Object.keys(alt).length > 0) {
      setState('saving');
      const isSaved = await onSave(alt);
      setState(isSaved ? 'saved' : null);
      if (!isSaved) return false;
    }
    forget(typed);
    return true;
  };
  return {
    typed: typedTexts,
    type: (code: string, text: string) => {
      setState(null);
      // A text that was put back is no edit, so it must not overwrite a colleague's. During a save it undoes what is sent.
      const isPutBack = state !== 'saving' && text === (getOwnValue(image.alt, code) ?? '');
      setTypedTexts(({ [code]: _, ...others }) => (isPutBack ? others : { ...others, [code]: text }));
    },
    /** Chains saves, so that only one write is sent if the user leaves a field and the image at the same time. */
    keep: () => (pendingSave.current = pendingSave.current.then(save)),
    state,
  };
};
