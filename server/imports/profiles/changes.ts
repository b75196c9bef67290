import { isDeepStrictEqual } from 'node:util';
import type { Arrangement, ColumnRule } from '#contract/arrangement.ts';
import { MAX_LISTED_CHANGES, type ProfileChange, profileParts } from '#contract/importProfiles.ts';
import type { NewProfile } from '#contract/preparing.ts';

type Part = ProfileChange['part'];
type Texts = Partial<Omit<ProfileChange, 'part'>>;

const changeOf = (part: Part, texts: Texts = {}): ProfileChange => ({
  part,
  column: null,
  text: null,
  before: null,
  after: null,
  ...texts,
});

/** What a new version changes, with names of fields rather than labels; empty when it changes nothing. */
export const listProfileChanges = (before: NewProfile, after: NewProfile): ProfileChange[] => {
  if (isDeepStrictEqual([before.name, before.arrangement], [after.name, after.arrangement])) return [];
  const changes = [
    ...(before.name === after.name ? [] : [changeOf('name', { before: before.name, after: after.name })]),
    ...listRuleChanges(before.arrangement, after.arrangement),
    ...listColumnChanges(before.arrangement.columns, after.arrangement.columns),
  ];
  const more = changes.length - MAX_LISTED_CHANGES;
  if (changes.length === 0) return [changeOf('other')];
  if (more <= 0) return changes;
  return [...changes.slice(0, MAX_LISTED_CHANGES), changeOf('more', { after: String(more) })];
};

/** Settings without an entry are reported as `other`. */
const partsByRule: Readonly<Record<string, Part>> = {
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
  before: Omit<Arrangement, 'columns'>,
  after: Omit<Arrangement, 'columns'>,
): ProfileChange[] => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(name => name !== 'columns');
  const changed = names.filter(
    name => !isDeepStrictEqual(before[name as keyof typeof before], after[name as keyof typeof after]),
  );
  const parts = new Set(changed.map(name => partsByRule[name] ?? 'other'));
  // In a fixed order, because jsonb does not keep that of the settings.
  return profileParts.filter(part => parts.has(part)).map(part => changeOf(part, textsOfRule[part]?.(before, after)));
};

type RuleTexts = (before: Omit<Arrangement, 'columns'>, after: Omit<Arrangement, 'columns'>) => Texts;

const textsOfRule: Partial<Record<Part, RuleTexts>> = {
  sheet: (before, after) => ({ before: before.sheet, after: after.sheet }),
  header: (before, after) => ({ before: String(before.header.row), after: String(after.header.row) }),
  key: (before, after) => ({ before: before.key.join(), after: after.key.join() }),
  sections: (before, after) => ({ before: before.sections?.field ?? null, after: after.sections?.field ?? null }),
};

/** Columns are the same when their headings are; one that fills several fields is compared field by field. */
const listColumnChanges = (before: readonly ColumnRule[], after: readonly ColumnRule[]): ProfileChange[] => {
  const left = [...before];
  const take = (isIt: (rule: ColumnRule) => boolean): ColumnRule | null => {
    const at = left.findIndex(isIt);
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  };
  const exact = after.map(rule => ({
    rule,
    was: take(one => nameOf(one) === nameOf(rule) && one.field === rule.field),
  }));
  const changed = exact.flatMap(({ rule, was }) => {
    const old = was ?? (rule.sources.length > 0 ? take(one => nameOf(one) === nameOf(rule)) : null);
    return old ? listColumnRuleChanges(old, rule) : [addedOrRemoved('added', rule)];
  });
  return [...changed, ...left.map(rule => addedOrRemoved('removed', rule))];
};

const sourcesOf = ({ sources }: ColumnRule): string => sources.map(({ header }) => header).join(' + ');

const nameOf = ({ sources }: ColumnRule): string => sources.map(({ header, nth }) => `${nth} ${header}`).join('\n');

const addedOrRemoved = (part: 'added' | 'removed', rule: ColumnRule): ProfileChange => {
  if (rule.sources.length > 0) return changeOf(part, { column: sourcesOf(rule) });
  const { field, constant } = rule;
  return changeOf('constant', { text: field, [part === 'added' ? 'after' : 'before']: constant });
};

const listColumnRuleChanges = (before: ColumnRule, after: ColumnRule): ProfileChange[] => {
  const column = sourcesOf(after) || null;
  return [
    ...(before.field === after.field ? [] : [changeOf('field', { column, before: before.field, after: after.field })]),
    ...(isDeepStrictEqual(before.conversions, after.conversions) ? [] : [changeOf('conversions', { column })]),
    ...(before.constant === after.constant
      ? []
      : [changeOf('constant', { column, text: after.field, before: before.constant, after: after.constant })]),
    ...listValueChanges(before.values, after.values, column),
  ];
};

type Values = ColumnRule['values'];

const listValueChanges = (before: Values, after: Values, column: string | null): ProfileChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map(text =>
      changeOf('value', { column, text, before: replacementOf(text, before), after: replacementOf(text, after) }),
    )
    .filter(change => change.before !== change.after);

/** Empty where the cell counts as empty, as opposed to null for a text that is not replaced. */
const replacementOf = (text: string, values: Values): string | null =>
  Object.hasOwn(values, text) ? (values[text] ?? '') : null;
