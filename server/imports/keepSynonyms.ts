import type { Corrections } from '#contract/preparing.ts';
import { referenceResource } from '#contract/referenceResource.ts';
import { MAX_SYNONYMS_LENGTH } from '#contract/references.ts';
import type { Database } from '../db/database.ts';
import type { PendingChanges } from '../records/recordChanges.ts';
import { getBinding } from '../records/tableBinding.ts';
import { writeRecords } from '../records/writeRecords.ts';
import { isReferenceField, listUnknownNames } from '../table/cells.ts';
import type { Importable } from '../table/importable.ts';
import { joinValues } from '../table/multiValue.ts';
import { foldName, type Lookups, lookUpId } from '../table/parseResult.ts';
import { splitSynonyms } from '../table/splitSynonyms.ts';
import { buildLookups, loadValues } from './lookups.ts';

interface SynonymChoices {
  fields: Importable;
  corrections: Corrections;
}

/**
 * If a user has mapped a text to a reference value, adds the text to the synonyms of that value, so that it is
 * recognised in every sender's tables. A text that is already known is left unchanged, because a colleague may have
 * mapped it in the meantime.
 */
export const keepSynonyms = async (
  tx: Database,
  { fields, corrections }: SynonymChoices,
  changes: PendingChanges,
): Promise<void> => {
  const chosenMappings = corrections.alike.flatMap(({ field: name, was, text, is_synonym }) => {
    const field = fields.get(name);
    if (!is_synonym || text === null || !field || !isReferenceField(field)) return [];
    const isName = listUnknownNames(was, field, {}).length > 0;
    return isName ? [{ reference: field.of, was, text }] : [];
  });
  const references = [...new Set(chosenMappings.map(({ reference }) => reference))];
  if (references.length === 0) return;
  const lookups = buildLookups(references, await loadValues(tx, references));
  for (const reference of references) {
    const ownMappings = chosenMappings.filter(mapping => mapping.reference === reference);
    const requests = [...groupById(ownMappings, lookups)].map(([id, texts]) => ({
      id,
      patch: (current: Readonly<Record<string, unknown>>) => ({ synonyms: addSynonyms(current['synonyms'], texts) }),
    }));
    await writeRecords(tx, getBinding(referenceResource(reference)), requests, changes);
  }
};

const groupById = (
  mappings: readonly { reference: string; was: string; text: string }[],
  lookups: Lookups,
): ReadonlyMap<number, string[]> => {
  const textsById = new Map<number, string[]>();
  const addedTexts = new Set<string>();
  for (const { reference, was, text } of mappings) {
    const id = lookUpId(text, reference, lookups);
    const isKnown = lookUpId(was, reference, lookups) !== undefined;
    const plainText = foldName(was).replace(/\.+$/, '');
    if (!id || isKnown || addedTexts.has(plainText)) continue;
    addedTexts.add(plainText);
    textsById.set(id, [...(textsById.get(id) ?? []), was]);
  }
  return textsById;
};

const addSynonyms = (before: unknown, added: readonly string[]): string | null => {
  const synonyms = splitSynonyms(before);
  for (const synonym of added) {
    const joinedLength = joinValues([...synonyms, synonym], { byCommas: false })?.length ?? 0;
    if (joinedLength <= MAX_SYNONYMS_LENGTH) synonyms.push(synonym);
  }
  return joinValues(synonyms, { byCommas: false });
};
