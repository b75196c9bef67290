import { useState } from 'react';
import type { ImportMapping, MappingProposal } from '#contract/importMapping.ts';
import type { ImportField } from '#contract/preparing.ts';
import { useT } from '#providers/locale/i18nProvider.ts';
import { Select } from '#ui/Select.tsx';
import { FieldPicker } from './FieldPicker.tsx';
import preview from './Preview.module.css';

interface SectionsProps {
  sections: ImportMapping['sections'];
  foundSections: MappingProposal['leftOut']['sections'];
  fields: readonly ImportField[];
  free: readonly ImportField[];
  onChange: (sections: ImportMapping['sections']) => Promise<object | null>;
}

type HeadingMeaning = 'none' | 'left' | 'field';

/** Chooses the meaning of section headings: none, or a field of the products below them. */
export const SectionHeadings = ({ sections, foundSections, fields, free, onChange }: SectionsProps) => {
  const t = useT();
  // The mapping changes only once a field has been chosen.
  const [isChoosing, setChoosing] = useState(false);
  const meaning: HeadingMeaning = isChoosing || sections?.field ? 'field' : sections ? 'left' : 'none';
  const choose = (chosenMeaning: HeadingMeaning) => {
    setChoosing(chosenMeaning === 'field');
    if (chosenMeaning !== 'field') void onChange(chosenMeaning === 'none' ? null : { field: null });
  };
  return (
    <div className={preview['layout']}>
      <Select
        label={t('importPage.sections.title')}
        helperText={
          foundSections.length > 0 &&
          foundSections
            .slice(0, MAX_SHOWN)
            .map(({ text }) => t('shell.quoted', { name: text }))
            .join(', ')
        }
        value={meaning}
        choices={(['left', 'field', 'none'] as const).map(
          meaningOption => [meaningOption, t(`importPage.sections.${meaningOption}`)] as const,
        )}
        onChange={({ target }) => choose(target.value as HeadingMeaning)}
      />
      {meaning === 'field' && (
        <FieldPicker
          label={t('importPage.sections.into')}
          isLabelShown
          {...{ fields, free }}
          chosenField={sections?.field ?? null}
          onChoose={field => {
            setChoosing(field === null);
            void onChange({ field });
          }}
        />
      )}
    </div>
  );
};

const MAX_SHOWN = 3;
