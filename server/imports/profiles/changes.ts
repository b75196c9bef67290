import { isDeepStrictEqual } from 'node:util';
import type { ColumnRule, ImportMapping } from '#contract/importMapping.ts';
import { MAX_LISTED_CHANGES, type ProfileChange, profileParts } from '#contract/importProfiles.ts';
import type { NewProfile } from '#contract/preparing.ts';

type ChangedPart = ProfileChange['part'];
type ChangeDetails = Partial<Omit<ProfileChange, 'part'>>;

const createChange = (part: ChangedPart, details: ChangeDetails = {}): ProfileChange => ({
  part,
  column: null,
  text: null,
  before: null,
  after: null,
  ...details,
});

/** The changes in a new version, with field names rather than labels; empty if nothing has changed. */
export const listProfileChanges = (before: NewProfile, after: NewProfile): ProfileChange[] => {
  if (isDeepStrictEqual([before.name, before.mapping], [after.name, after.mapping])) return [];
  const changes = [
    ...(before.name === after.name ? [] : [createChange('name', { before: before.name, after: after.name })]),
    ...listRuleChanges(before.mapping, after.mapping),
    ...listColumnChanges(before.mapping.columns, after.mapping.columns),
  ];
  const hiddenCount = changes.length - MAX_LISTED_CHANGES;
  if (changes.length === 0) return [createChange('other')];
  if (hiddenCount <= 0) return changes;
  return [...changes.slice(0, MAX_LISTED_CHANGES), createChange('more', { after: String(hiddenCount) })];
};

/** Settings without an entry are reported as `other`. */
const partsByRule: Readonly<Record<string, ChangedPart>> = {
  sheet: 'sheet',
  header: 'header',
  key: 'key',
  creates: 'purpose',
  changes: 'purpose',
  clears: 'empty',
  sections: 'sections',
  absent: 'absent',
};

const listRuleChanges = (
  before: Omit<ImportMapping, 'columns'>,
  after: Omit<ImportMapping, 'columns'>,
): ProfileChange[] => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(name => name !== 'columns');
  const changedNames = names.filter(
    name => !isDeepStrictEqual(before[name as keyof typeof before], after[name as keyof typeof after]),
  );
  const changedParts = new Set(changedNames.map(name => partsByRule[name] ?? 'other'));
  // In a fixed order, because jsonb does not preserve the order of the settings.
  return profileParts
    .filter(profilePart => changedParts.has(profilePart))
    .map(profilePart => createChange(profilePart, ruleTexts[profilePart]?.(before, after)));
};

type RuleTexts = (before: Omit<ImportMapping, 'columns'>, after: Omit<ImportMapping, 'columns'>) => ChangeDetails;

const ruleTexts: Partial<Record<ChangedPart, RuleTexts>> = {
  sheet: (before, after) => ({ before: before.sheet, after: after.sheet }),
  header: (before, after) => ({ before: String(before.header.row), after: String(after.header.row) }),
  key: (before, after) => ({ before: before.key.join(), after: after.key.join() }),
  sections: (before, after) => ({ before: before.sections?.field ?? null, after: after.sections?.field ?? null }),
};

/** Columns are identified by their headings. A column that fills several fields is compared field by field. */
const listColumnChanges = (before: readonly ColumnRule[], after: readonly ColumnRule[]): ProfileChange[] => {
  const remainingRules = [...before];
  const take = (matches: (rule: ColumnRule) => boolean): ColumnRule | null => {
    const index = remainingRules.findIndex(matches);
    return index < 0 ? null : (remainingRules.splice(index, 1)[0] ?? null);
  };
  const matchedRules = after.map(rule => ({
    rule,
    was: take(columnRule => getColumnName(columnRule) === getColumnName(rule) && columnRule.field === rule.field),
  }));
  const columnChanges = matchedRules.flatMap(({ rule, was }) => {
    const oldRule =
      was ?? (rule.sources.length > 0 ? take(columnRule => getColumnName(columnRule) === getColumnName(rule)) : null);
    return oldRule ? listColumnRuleChanges(oldRule, rule) : [createColumnChange('added', rule)];
  });
  return [...columnChanges, ...remainingRules.map(rule => createColumnChange('removed', rule))];
};

const formatSources = ({ sources }: ColumnRule): string => sources.map(({ header }) => header).join(' + ');

const getColumnName = ({ sources }: ColumnRule): string =>
  sources.map(({ header, nth }) => `${nth} ${header}`).join('\n');

const createColumnChange = (part: 'added' | 'removed', rule: ColumnRule): ProfileChange => {
  if (rule.sources.length > 0) return createChange(part, { column: formatSources(rule) });
  const { field, constant } = rule;
  return createChange('constant', { text: field, [part === 'added' ? 'after' : 'before']: constant });
};

const listColumnRuleChanges = (before: ColumnRule, after: ColumnRule): ProfileChange[] => {
  const column = formatSources(after) || null;
  return [
    ...(before.field === after.field
      ? []
      : [createChange('field', { column, before: before.field, after: after.field })]),
    ...(isDeepStrictEqual(before.conversions, after.conversions) ? [] : [createChange('conversions', { column })]),
    ...(before.constant === after.constant
      ? []
      : [createChange('constant', { column, text: after.field, before: before.constant, after: after.constant })]),
    ...listValueChanges(before.values, after.values, column),
    ...listValueChanges(before.converted_values ?? {}, after.converted_values ?? {}, column),
  ];
};

type ReplacementValues = ColumnRule['values'];

const listValueChanges = (
  before: ReplacementValues,
  after: ReplacementValues,
  column: string | null,
): ProfileChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map(text =>
      createChange('value', {
        column,
        text,
        before: formatReplacement(text, before),
        after: formatReplacement(text, after),
      }),
    )
    .filter(change => change.before !== change.after);

/** An empty text if the replacement clears the cell; null if the text is not replaced. */
const formatReplacement = (text: string, values: ReplacementValues): string | null =>
  Object.hasOwn(values, text) ? (values[text] ?? '') : null;
