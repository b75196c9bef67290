import type { ChangeEvent } from 'react';
import { useInput, useStore } from 'react-admin';
import type { Field } from '#contract/fields.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Pressable } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import styles from './LocalizedInput.module.css';
import type { KindInputProps } from './view.ts';

type TextsByLanguage = Readonly<Record<string, string | null | undefined>>;

/**
 * Shows one language at a time, with a switch that marks empty languages. All localized fields share the chosen
 * language, so that a form can be translated one language after another.
 */
export const LocalizedInput = ({ name, label, field }: KindInputProps<'localized'>) => {
  const input = useInput({ source: name });
  const languages = field.languages.filter(({ archived }) => !archived);
  const [preferredLanguage, setPreferredLanguage] = useStore<string | null>('preferences.textLanguage', null);
  const [current] = languages;
  const selectedLanguage = languages.find(({ code }) => code === preferredLanguage) ?? current;
  const textsByLanguage: TextsByLanguage = input.field.value || {};
  const { error, invalid } = input.fieldState;
  if (!selectedLanguage) return null;
  const type = (text: string) => {
    const others = Object.entries(textsByLanguage).filter(([code, value]) => code !== selectedLanguage.code && value);
    const next = Object.fromEntries(text ? [...others, [selectedLanguage.code, text]] : others);
    input.field.onChange(Object.keys(next).length > 0 ? next : null);
  };
  const sharedProps = {
    id: input.id,
    name: input.field.name,
    inputRef: input.field.ref,
    label: languages.length > 1 ? `${label}: ${selectedLanguage.name}` : label,
    value: textsByLanguage[selectedLanguage.code] ?? '',
    required: field.required && selectedLanguage === current,
    disabled: field.readOnly ?? false,
    error: invalid,
    helperText: error?.message,
    onBlur: input.field.onBlur,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => type(event.target.value),
  };
  return (
    <div className={styles['localized']}>
      <TextField
        {...sharedProps}
        lines={field.inner === 'longText' ? [4, 16] : undefined}
        maxLength={field.max}
        lang={selectedLanguage.code}
      />
      {languages.length > 1 && (
        <LanguageSwitch
          {...{ label, languages, textsByLanguage }}
          language={selectedLanguage.code}
          onChoose={setPreferredLanguage}
        />
      )}
    </div>
  );
};

interface LanguageSwitchProps {
  label: string;
  languages: Field<'localized'>['languages'];
  textsByLanguage: TextsByLanguage;
  language: string;
  onChoose: (code: string) => void;
}

const LanguageSwitch = ({
  label,
  languages,
  textsByLanguage,
  language: selectedLanguage,
  onChoose,
}: LanguageSwitchProps) => {
  const t = useT();
  return (
    <div className={styles['switch']} role="group" aria-label={t('shell.languageOf', { name: label })}>
      {languages.map(({ code, name }) => {
        const title = `${name}: ${t(textsByLanguage[code] ? 'shell.isFilled' : 'shell.isEmpty')}`;
        return (
          <Pressable
            key={code}
            aria-pressed={code === selectedLanguage}
            title={title}
            data-empty={!textsByLanguage[code] || undefined}
            onClick={() => onChoose(code)}
          >
            {code}
            <span className="visually-hidden">: {title}</span>
          </Pressable>
        );
      })}
    </div>
  );
};
