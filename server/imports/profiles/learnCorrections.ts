import type { ColumnRule, Conversion, ImportMapping } from '#contract/importMapping.ts';
import type { Corrections } from '#contract/preparing.ts';
import { parseMeasured } from '../../table/units.ts';

type Replacements = ColumnRule['values'];
type AlikeCorrections = Corrections['alike'];

/**
 * Turns corrections of all cells with the same text into replacements of the column, so that the profile applies them to
 * the sender's next table. A correction was made after the conversions of its column, so the replacement follows them.
 */
export const learnCorrections = (mapping: ImportMapping, { alike }: Corrections): ImportMapping => ({
  ...mapping,
  columns: mapping.columns.map(rule => {
    // A text that becomes a new value is recognised from then on.
    const ownCorrections = alike.filter(({ field, was, text }) => field === rule.field && was !== text);
    if (rule.conversions.length === 0) return { ...rule, values: learn(rule.values, ownCorrections) };
    const converted_values = learn(
      rule.converted_values ?? {},
      isComputed(rule) ? ownCorrections.filter(({ was }) => !parseMeasured(was)) : ownCorrections,
    );
    return Object.keys(converted_values).length > 0 ? { ...rule, converted_values } : rule;
  }),
});

const learn = (replacements: Replacements, corrections: AlikeCorrections): Replacements => {
  // The final text, if a correction was made to the result of an earlier replacement.
  const findMeaning = (text: string | null) => (corrections.find(({ was }) => was === (text ?? '')) ?? { text }).text;
  return {
    ...Object.fromEntries(corrections.map(({ was, text }) => [was, text])),
    ...Object.fromEntries(Object.entries(replacements).map(([was, text]) => [was, findMeaning(text)])),
  };
};

const computingKinds: ReadonlySet<Conversion['kind']> = new Set<Conversion['kind']>([
  'unit',
  'currency',
  'rate',
  'withoutTax',
  'multiply',
]);

/**
 * Whether the conversions compute the numbers of a column. Corrected numbers of such a column are not learned: 90 may
 * come from 1 USD today and from 0.9 USD tomorrow, so the replacement would change a different price. Texts that the
 * conversions could not read, such as «по запросу», mean the same in every table.
 */
const isComputed = ({ conversions }: ColumnRule): boolean => conversions.some(({ kind }) => computingKinds.has(kind));
