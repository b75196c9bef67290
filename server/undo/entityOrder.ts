import { findAttributesField } from '#contract/attributes.ts';
import { type Field, getKindTraits } from '#contract/fields.ts';
import { declaredResources, getCollection, type ResourceName } from '#contract/records.ts';
import { recordedLinks } from '../drafts/recordedLinks.ts';
import { getStoredKind } from '../records/getStoredKind.ts';

/**
 * Ranks entities, so that each comes after those that it refers to. What is not named, such as the values of a reference,
 * refers to nothing.
 */
export const rankEntities = (targets: ReadonlyMap<string, readonly string[]>): Map<string, number> => {
  const ranks = new Map<string, number>();
  const rank = (entity: string, above: readonly string[] = []): number => {
    if (above.includes(entity)) throw new Error(`${[...above, entity].join(' → ')}: they refer to each other`);
    const known = ranks.get(entity);
    if (known !== undefined) return known;
    const found = Math.max(0, ...(targets.get(entity) ?? []).map(target => 1 + rank(target, [...above, entity])));
    ranks.set(entity, found);
    return found;
  };
  for (const entity of targets.keys()) rank(entity);
  return ranks;
};

const listFieldTargets = (field: Field): string[] => {
  const target = getStoredKind(field).storage === 'pairs' ? null : getKindTraits(field).target(field);
  return target === null ? [] : [target];
};

const ATTRIBUTES = 'settings/attribute' satisfies ResourceName;

/** Two lists that show the same pairs refer to each other, and either brings the pairs back. */
const listTargets = (entity: string): string[] => {
  const collection = getCollection(entity);
  return [
    ...Object.values(collection.fields).flatMap(listFieldTargets),
    ...recordedLinks.flatMap(link => (link.entity === entity && !link.isMirrored ? (link.target?.entity ?? []) : [])),
    ...(findAttributesField(collection) ? [ATTRIBUTES] : []),
  ];
};

const ranks = rankEntities(new Map(declaredResources.map(name => [name, listTargets(name)])));

/** Records come back after those that they refer to, and go before them. */
export const compareEntities = (entity: string, other: string): number =>
  (ranks.get(entity) ?? 0) - (ranks.get(other) ?? 0) || (entity < other ? -1 : 1);
